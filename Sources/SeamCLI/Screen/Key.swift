/// A key of the keyboard, as far as the full-screen view knows it.
enum Key: Equatable, Sendable {
    case up
    case down
    case pageUp
    case pageDown
    case home
    case end
    case enter
    /// Escape, or the arrow to the left.
    case back
    case erase
    /// A printable character of ASCII.
    case character(UInt8)
    /// No key: the terminal has another size now.
    case resize
}
