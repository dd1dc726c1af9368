import Testing

@testable import SeamCLI

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct TerminalTests {
    @Test("auto colours a terminal, unless NO_COLOR or a dumb TERM forbids it; always and never win")
    func color() {
        let terminal = Terminal(isTerminal: true, term: "xterm")
        #expect(terminal.isColored(.auto))
        #expect(!terminal.isColored(.never))
        #expect(!Terminal().isColored(.auto))
        #expect(Terminal().isColored(.always))
        #expect(!Terminal(isTerminal: true, noColor: "1").isColored(.auto))
        #expect(Terminal(isTerminal: true, noColor: "").isColored(.auto))
        #expect(Terminal(isTerminal: true, noColor: "1").isColored(.always))
        #expect(!Terminal(isTerminal: true, term: "dumb").isColored(.auto))
    }

    @Test("the width is the terminal's, else COLUMNS, else 80, and never out of what can be drawn")
    func width() {
        #expect(Terminal(reportedColumns: 132, columns: "100").width.count == 132)
        #expect(Terminal(columns: "100").width.count == 100)
        #expect(Terminal(columns: "wide").width.count == 80)
        #expect(Terminal(columns: "-5").width.count == 80)
        #expect(Terminal().width.count == 80)
        #expect(Terminal(reportedColumns: 3).width.count == 40)
    }

    @Test("a pseudo-terminal of 97 columns is found to be one, a file is not")
    func system() throws {
        // The master side of a pseudo-terminal is a terminal itself on Linux.
        let master = try check(unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY))
        defer { close(master) }
        var size = winsize(ws_row: 24, ws_col: 97, ws_xpixel: 0, ws_ypixel: 0)
        try check(unsafe ioctl(master, UInt(TIOCSWINSZ), &size))
        let terminal = Terminal(Descriptor(number: master))
        #expect(terminal.isTerminal)
        #expect(terminal.width.count == 97)
        #expect(!Terminal(Descriptor(number: try Scratch().descriptor)).isTerminal)
    }
}
