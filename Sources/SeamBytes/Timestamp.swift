/// A moment as nanoseconds since 1970-01-01T00:00:00Z; a difference of two is nanoseconds as well.
public struct Timestamp: Hashable, Comparable, BitwiseCopyable, Sendable {
    /// Nanoseconds since the epoch; negative before it.
    public var nanoseconds: Int

    /// A moment so many nanoseconds after the epoch.
    @inlinable public init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

    /// A moment from whole seconds and nanoseconds, clamped to what 64 bits can hold.
    @inlinable
    public init(seconds: Int, nanoseconds: Int) {
        let (scaled, tooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow) = scaled.addingReportingOverflow(nanoseconds)
        self.nanoseconds = tooLarge || overflow ? (seconds < 0 ? .min : .max) : sum
    }

    /// Whether one moment is earlier than another.
    @inlinable
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Nanoseconds from `earlier` to this moment, clamped; negative when the order is the other way.
    @inlinable
    public func since(_ earlier: Timestamp) -> Int {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return overflow ? (nanoseconds < 0 ? .min : .max) : difference
    }
}

extension Timestamp {
    /// The calendar date of the moment in UTC and the nanoseconds since its midnight.
    ///
    /// Civil-from-days after H. Hinnant, "chrono-compatible low-level date algorithms"; no Foundation in libraries.
    public var civil: (year: Int, month: Int, day: Int, nanosecondOfDay: Int) {
        let nanosecondsPerDay = 86_400_000_000_000
        var days = nanoseconds / nanosecondsPerDay
        var rest = nanoseconds % nanosecondsPerDay
        if rest < 0 {
            rest += nanosecondsPerDay
            days -= 1
        }
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day, rest)
    }
}
