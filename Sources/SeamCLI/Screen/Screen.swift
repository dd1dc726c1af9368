import CNcurses
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A terminal that shows lines and reads keys, through ncurses: it sends only what has changed, so nothing flickers.
///
/// The unsafe code of the full-screen view is all here. There is one terminal, so one screen at a time.
@safe
final class Screen {
    /// The colours of the escape sequences (ECMA-48 §8.3.117) that lines may have, as pairs of ncurses.
    private static let colours: [Int16] = [31, 32, 33, 36]
    private static let isOpen = Atomic<Bool>(false)

    private let window: UnsafeMutablePointer<WINDOW>
    private let terminal: OpaquePointer
    /// What poll(2) can wait for: a key.
    let keyboard: Int32

    /// Takes the terminal over; nil when there is none, or none that ncurses knows.
    ///
    /// Keys come from standard input, or from the terminal where that is something else.
    init?() {
        Self.speakUnicode()
        let input = isatty(STDIN_FILENO) == 1 ? dup(STDIN_FILENO) : unsafe open("/dev/tty", O_RDONLY)
        guard isatty(STDOUT_FILENO) == 1, input >= 0, let keys = unsafe fdopen(input, "r"),
            let output = unsafe fdopen(dup(STDOUT_FILENO), "w"),
            let terminal = unsafe newterm(nil, output, keys), let window = unsafe seam_window()
        else { return nil }
        unsafe self.terminal = terminal
        unsafe self.window = window
        keyboard = input
        cbreak()
        noecho()
        nonl()
        curs_set(0)
        unsafe keypad(window, true)
        unsafe nodelay(window, true)
        set_escdelay(25)
        if has_colors() {
            start_color()
            use_default_colors()
            for (place, code) in Self.colours.enumerated() { init_pair(Int16(place + 1), code - 30, -1) }
        }
        Self.isOpen.store(true, ordering: .relaxed)
    }

    deinit {
        Self.leave()
        unsafe delscreen(terminal)
    }

    /// Gives the terminal back as it was; what a signal that ends the process does too.
    static func leave() {
        if isOpen.exchange(false, ordering: .relaxed) { endwin() }
    }

    /// Pictures are drawn with characters that a terminal of a plain locale gets only when it is told.
    private static func speakUnicode() {
        unsafe setlocale(LC_CTYPE, "")
        let charset = unsafe nl_langinfo(nl_item(CODESET)).map { unsafe String(cString: $0) }
        if charset != "UTF-8" { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
    }

    /// How many rows and columns there are now.
    var size: (rows: Int, columns: Int) {
        unsafe (Int(getmaxy(window)), Int(getmaxx(window)))
    }

    /// Sleeps until a key is pressed or a signal came, at most so long.
    func wait(milliseconds: Int32) {
        var file = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
        unsafe poll(&file, 1, milliseconds)
    }

    /// The next key that was pressed, nil when none is there.
    func nextKey() -> Key? {
        while true {
            let code = unsafe wgetch(window)
            switch code {
            case ERR: return nil
            case KEY_UP: return .up
            case KEY_DOWN: return .down
            case KEY_PPAGE: return .pageUp
            case KEY_NPAGE: return .pageDown
            case KEY_HOME: return .home
            case KEY_END: return .end
            case KEY_ENTER, 10, 13: return .enter
            case KEY_LEFT, 27: return .back
            case KEY_BACKSPACE, 8, 127: return .erase
            case KEY_RESIZE: return .resize
            case 0x20...0x7E: return .character(UInt8(truncatingIfNeeded: code))
            default: continue
            }
        }
    }

    /// Shows lines, each already no wider than the screen; they may have escape sequences for colour and the like.
    func show(_ lines: [[UInt8]]) {
        unsafe werase(window)
        for (row, line) in lines.prefix(size.rows).enumerated() {
            unsafe wmove(window, Int32(row), 0)
            draw(line)
        }
        unsafe wrefresh(window)
    }

    private func draw(_ line: [UInt8]) {
        var style = Style()
        var rest = line[...]
        while let escape = rest.firstIndex(of: 0x1B) {
            write(rest[..<escape], style)
            let end = rest[escape...].firstIndex(of: UInt8(ascii: "m")) ?? rest.endIndex - 1
            style.take(rest[escape...end])
            rest = rest[(end + 1)...]
        }
        write(rest, style)
    }

    private func write(_ text: ArraySlice<UInt8>, _ style: Style) {
        guard !text.isEmpty else { return }
        let pair = Self.colours.firstIndex(of: style.colour).map { Int32($0 + 1) } ?? 0
        unsafe seam_style(
            window,
            style.isStrong ? 1 : 0,
            style.isFaint ? 1 : 0,
            style.isReverse ? 1 : 0,
            has_colors() ? pair : 0
        )
        unsafe text.withUnsafeBytes { bytes in
            let start = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            _ = unsafe waddnstr(window, start, Int32(clamping: bytes.count))
        }
    }

    /// How text looks.
    private struct Style {
        var isStrong = false
        var isFaint = false
        var isReverse = false
        var colour: Int16 = 0

        /// Takes a sequence such as `ESC [ 3 1 m`.
        mutating func take(_ sequence: ArraySlice<UInt8>) {
            let digits = sequence.filter { (0x30...0x39).contains($0) }
            switch Int16(String(decoding: digits, as: UTF8.self)) ?? 0 {
            case 0: self = Style()
            case 1: isStrong = true
            case 2: isFaint = true
            case 7: isReverse = true
            case let colour: self.colour = colour
            }
        }
    }
}
