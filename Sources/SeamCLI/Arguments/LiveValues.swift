import Seam

// The values that only `live` takes.

extension LiveOptions.Direction: Choice {}

/// What only `live` takes.
struct LiveArguments: Equatable, Sendable {
    /// A capture that is being written, read instead of an interface.
    var file: String?
    /// Whether the end of `file` is waited at for more.
    var follows = false
    var capture = LiveOptions()
    var snapLength = ByteCount(PcapWriter.snapLength)
    var buffer = ByteCount(LiveOptions().buffer)
    /// Whether root is kept after opening.
    var keepsRights = false
    /// The recording's path.
    var recording: String?
    var rotation: Rotation?
    var kept: Quantity?
    /// Whether packets at seams get comments in the recording.
    var annotates = false
    /// Whether the view takes the whole screen.
    var isFullScreen = false
    /// Whether streams are decoded; recording alone needs it not.
    var decodes = true
    var packets: Quantity?
    var duration: Duration?
    /// The id of a finding or of a rule.
    var until: String?
}

/// When a recording goes on in another file: a size, a time, or both.
struct Rotation: ScalarValue, Equatable {
    private(set) var bytes: Int?
    private(set) var seconds: Int?

    init(argument: String) throws(BadValue) {
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            if let last = part.last, "smh".contains(last) {
                let time = try Duration(argument: String(part))
                guard seconds == nil, time.nanoseconds >= 1_000_000_000 else {
                    throw BadValue("has no time of a second at least, once")
                }
                seconds = time.nanoseconds / 1_000_000_000
            } else {
                let size = part.hasSuffix("B") ? part.dropLast() : part
                guard bytes == nil, let count = SpecParameters.size(String(size)), count > 0 else {
                    throw BadValue("is no size such as 100M, no time such as 1h, and not both as 100M,1h")
                }
                bytes = count
            }
        }
    }

    var text: String? { nil }
}
