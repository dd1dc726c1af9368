import Seam

/// What the arguments of a command say, parsed and in range: what is not given has its default.
struct Options: Equatable, Sendable {
    /// What is asked for: the command itself, or words about it.
    enum Request: Equatable, Sendable { case run, help, version }

    var request = Request.run
    var input = InputOptions()
    var limits = LimitOptions()
    var decoding = DecodingOptions()
    var seams = SeamOptions()
    var output = OutputOptions()
    var inspect = InspectOptions()
    var streams = StreamsOptions()
    var check = CheckOptions()
    var live = LiveArguments()
    /// Whether `help` prints the manual page.
    var manual = false
}

/// What is read of the captures.
struct InputOptions: Equatable, Sendable {
    /// A libpcap filter expression; it is not compiled yet.
    var filter: String?
    var streams = StreamSelection()
}

/// What reassembly may hold in memory.
struct LimitOptions: Equatable, Sendable {
    /// Out-of-order bytes held in all halves together.
    var held = ByteCount(64 << 20)
    /// Out-of-order bytes held in one half.
    var heldPerHalf = ByteCount(4 << 20)
}

/// How streams become messages.
struct DecodingOptions: Equatable, Sendable {
    var codecs = CodecChoices()
}

/// What messages are compared with.
struct SeamOptions: Equatable, Sendable {
    var carriers = CarrierKind.segments
    var reader = ReaderChoice()
}

/// How and where results are written.
struct OutputOptions: Equatable, Sendable {
    /// How much is said.
    enum Verbosity: Equatable, Sendable { case quiet, normal, verbose }

    var json = false
    var color = ColorMode.auto
    /// A path; nil and `-` are standard output.
    var file: String?
    var verbosity = Verbosity.normal
}

/// What only `inspect` takes.
struct InspectOptions: Equatable, Sendable {
    /// The width of the picture; nil is that of the terminal.
    var width: Columns?
    /// The clients of which is told what they would have got.
    var clients = ClientChoices()
}

/// What only `streams` takes.
struct StreamsOptions: Equatable, Sendable {
    /// The directory that gets the bytes of each half.
    var extractInto: String?
    /// Whether the bytes of a gap are written as zeros instead of left out.
    var fillGaps = false
}

/// What only `check` takes.
struct CheckOptions: Equatable, Sendable {
    /// Whether expectations are written instead of compared.
    var updates = false
}
