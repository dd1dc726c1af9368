@unsafe @preconcurrency import CGetopt
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What getopt_long makes of arguments: the only place that knows its globals and pointers.
struct OptionScan: Equatable {
    /// One thing found, in the order of the arguments.
    enum Finding: Equatable {
        /// An option by its place in the table, with its argument (empty for a flag).
        case option(Int, String)
        /// An option that is not in the table, or an abbreviation that fits several, as it was written.
        case unknown(String)
        /// The option needs an argument and the line ends.
        case missingArgument(Int, isShort: Bool)
        /// A flag was written as `--flag=argument`.
        case unexpectedArgument(Int)
    }

    private(set) var findings: [Finding] = []
    /// The arguments that are no options, wherever they stood.
    private(set) var operands: [String] = []

    /// getopt's state is global; tests scan in parallel.
    private static let lock = Mutex(())
    /// `val` of the long option at place 0: above every short letter, and never 0, '?' or ':'.
    private static let firstLong: Int32 = 256

    init(_ arguments: [String], options: [Option]) {
        // getopt starts at index 1, behind the program's name, and moves the operands to the end.
        var words = unsafe CStrings(["seam"] + arguments)
        let names = unsafe CStrings(options.map(\.long))
        defer {
            unsafe words.release()
            unsafe names.release()
        }
        var table = unsafe options.indices.map { place in
            unsafe option(
                name: UnsafePointer(names.pointers[place]),
                has_arg: Self.need(options[place]),
                flag: nil,
                val: Self.firstLong + Int32(place)
            )
        }
        unsafe table.append(option(name: nil, has_arg: 0, flag: nil, val: 0))
        // The leading colon makes getopt tell a missing argument from an unknown option.
        let shorts = options.reduce(into: ":") { shorts, row in
            if let letter = row.short { shorts += "\(letter)" + (row.placeholder == nil ? "" : ":") }
        }
        Self.lock.withLock { _ in
            Self.reset()
            while true {
                let code = unsafe getopt_long(words.count, &words.pointers, shorts, table, nil)
                if code == -1 { break }
                findings.append(
                    unsafe Self.number(behind: Self.finding(code, words, options), words, options)
                )
            }
            operands = unsafe (optind..<words.count).map { unsafe words.text(at: $0) }
        }
    }

    private static func need(_ option: Option) -> Int32 {
        if option.isBareToo { return optional_argument }
        return option.placeholder == nil ? no_argument : required_argument
    }

    /// Takes the word behind an option whose argument may be left out, when it is a number: getopt takes only what
    /// is written with `=`.
    private static func number(behind finding: Finding, _ words: CStrings, _ options: [Option]) -> Finding {
        guard case .option(let place, "") = finding, options[place].isBareToo, unsafe optind < words.count
        else {
            return finding
        }
        let word = unsafe words.text(at: optind)
        guard isDigits(word) else { return finding }
        optind += 1
        return .option(place, word)
    }

    private static func reset() {
        #if canImport(Darwin)
        optreset = 1
        optind = 1
        #else
        // glibc forgets its permutation and the rest of a cluster only at 0 (getopt(3), NOTES).
        optind = 0
        #endif
        opterr = 0
    }

    private static func finding(_ code: Int32, _ words: CStrings, _ options: [Option]) -> Finding {
        switch code {
        case Int32(UInt8(ascii: ":")):
            guard let place = place(of: optopt, options) else { break }
            return .missingArgument(place, isShort: optopt < firstLong)
        case Int32(UInt8(ascii: "?")):
            if optopt >= firstLong { return .unexpectedArgument(Int(optopt - firstLong)) }
            // A long option leaves no letter, and getopt has already stepped behind its word.
            if optopt == 0 { return unsafe .unknown(words.text(at: optind - 1)) }
            // Of a character of several bytes it tells the first, and is still within the word.
            guard let letter = UInt8(exactly: optopt), letter < 0x80 else {
                return unsafe .unknown(words.text(at: optind))
            }
            return .unknown("-\(Character(Unicode.Scalar(letter)))")
        default:
            guard let place = place(of: code, options) else { break }
            return unsafe .option(place, optarg.map { unsafe String(cString: $0) } ?? "")
        }
        // getopt answers only with letters and values that it was given; another would be a word it cannot name.
        return unsafe .unknown(words.text(at: optind - 1))
    }

    /// The place in the table of getopt's `val`: a letter or a long option.
    private static func place(of code: Int32, _ options: [Option]) -> Int? {
        if code >= firstLong { return Int(code - firstLong) }
        return options.firstIndex { $0.short?.asciiValue.map(Int32.init) == code }
    }
}

/// Copies of strings for C, with the null pointer at the end that C expects; freed by hand.
@unsafe private struct CStrings {
    var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) {
        unsafe pointers = strings.map { unsafe strdup($0) } + [nil]
    }

    var count: Int32 { unsafe Int32(pointers.count - 1) }

    func text(at index: Int32) -> String {
        unsafe pointers[Int(index)].map { unsafe String(cString: $0) } ?? ""
    }

    func release() {
        unsafe pointers.forEach { unsafe free($0) }
    }
}
