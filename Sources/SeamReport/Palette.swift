/// How things look on a terminal: in colour where it is wanted, which is never all that tells them apart.
///
/// Blue and yellow, cyan and bold red: pairs that people who see no red or no green tell apart.
public struct Palette: Sendable {
    /// What can be coloured.
    enum Ink: Sendable {
        case strong
        case faint
        case good
        case join
        case cut
        case bad

        /// The escape sequence that begins it (ECMA-48 §8.3.117, SGR).
        var start: StaticString {
            switch self {
            case .strong: "\u{1b}[1m"
            case .faint: "\u{1b}[2m"
            case .good: "\u{1b}[36m"
            case .join: "\u{1b}[94m"
            case .cut: "\u{1b}[33m"
            case .bad: "\u{1b}[1;31m"
            }
        }
    }

    /// Whether colours are written.
    public let isColored: Bool

    /// Colours or none.
    public init(isColored: Bool) { self.isColored = isColored }

    /// Words that tell of something good.
    public func good(_ words: String) -> String { inked(words, .good) }

    /// Words that tell of something bad.
    public func bad(_ words: String) -> String { inked(words, .bad) }

    private func inked(_ words: String, _ ink: Ink) -> String {
        isColored ? "\(ink.start)\(words)\u{1b}[0m" : words
    }
}

extension RowBuffer {
    /// Appends what `write` writes, in an ink.
    mutating func inked(_ ink: Palette.Ink, _ palette: Palette, _ write: (inout RowBuffer) -> Void) {
        guard palette.isColored else { return write(&self) }
        append(ink.start)
        write(&self)
        append("\u{1b}[0m")
    }
}
