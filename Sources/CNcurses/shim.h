// Characters wider than a byte need the wide functions, and the library that has them.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>

// Swift takes the variable for state shared by threads; one thread alone draws.
static inline WINDOW *seam_window(void) { return stdscr; }

// The attributes are macros that Swift does not import.
static inline void seam_style(WINDOW *window, int bold, int faint, int reverse, int pair) {
    attr_t style = (bold ? A_BOLD : 0) | (faint ? A_DIM : 0) | (reverse ? A_REVERSE : 0);
    wattrset(window, style | COLOR_PAIR(pair));
}
