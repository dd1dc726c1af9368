/// How a sender writes its messages, as far as its joins have told: one by one, which Nagle's algorithm joins, or together.
///
/// A small segment that leaves upon an ACK that came with data was either held by Nagle's algorithm until then, or is
/// the program's answer to the data; from outside both look the same. What the sender did where it could be told
/// decides: a program that answers with several messages in one write does so every time.
struct WritingHabit: OptionSet, Sendable {
    var rawValue: UInt8
    /// It wrote messages one by one that Nagle's algorithm held.
    static var apart: WritingHabit { WritingHabit(rawValue: 1) }
    /// It wrote messages together when nothing held them.
    static var together: WritingHabit { WritingHabit(rawValue: 2) }

    /// Learns from the cause of a join; one that was decided by habit tells nothing new.
    mutating func learn(_ cause: Cause) {
        switch cause {
        case .nagle: insert(.apart)
        case .batch: insert(.together)
        default: break
        }
    }

    /// The cause of a join that is either by Nagle's algorithm or by the program.
    var lean: Cause {
        switch self {
        case .apart: .nagle
        case .together: .batch
        default: .unknown
        }
    }
}
