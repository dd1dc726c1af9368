/// How a codec finds the end of a message, as far as a diagnosis needs it.
public enum Framing: Equatable, Sendable {
    /// In another way.
    case other
    /// By a delimiter of so many bytes, 0 where there are several.
    case delimiter(Int)
    /// By a binary length of so many bytes, in a header of so many.
    case length(width: Int, header: Int)
}

extension LengthField {
    /// By a length of these bytes, unless it is written as text.
    var framing: Framing {
        guard case .binary(let width, _) = number else { return .other }
        return .length(width: width, header: offset + width + trailing)
    }
}
