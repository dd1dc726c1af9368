// Glibc's own Swift module has the getopt of POSIX, but not getopt_long.
#include <getopt.h>
