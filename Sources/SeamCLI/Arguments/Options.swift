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
    var infer = InferOptions()
    var report = ReportOptions()
    var annotate = AnnotateOptions()
    /// What `messages` and `streams` print a row of.
    var rows = RowOptions()
    var live = LiveArguments()
    var record = RecordOptions()
    var serve = ServeOptions()
    var replay = ReplayOptions()
    var connect = ConnectOptions()
    /// How many threads share the work; nil: as many as there are processors.
    var jobs: Count?
    /// The folder that gets an article about each codec.
    var articles: String?
    /// Whether `help` prints the manual page.
    var manual = false
}

/// What is read of the captures.
struct InputOptions: Equatable, Sendable {
    /// A libpcap filter expression; it is not compiled yet.
    var filter: String?
    var streams = StreamSelection()
    var hosts = HostSelection()
    var ports = PortSelection()
}

/// What reassembly may hold in memory.
struct LimitOptions: Equatable, Sendable {
    /// Out-of-order bytes held in all halves together.
    var held = ByteCount(64 << 20)
    /// Out-of-order bytes held in one half.
    var heldPerHalf = ByteCount(4 << 20)
    /// Which copy of a byte counts.
    var overlap = OverlapPolicy.first
    /// How long a hole waits.
    var wait = Duration(nanoseconds: 120_000_000_000)
    /// How many packets a hole waits after its bytes were acknowledged.
    var patience = Quantity(64)
    /// Connections in memory.
    var connections = Quantity(16_384)
    /// How long a connection may be silent.
    var idle = Duration(nanoseconds: 0)
    /// Bytes of IP fragments held.
    var fragments = ByteCount(4 << 20)
    /// How long fragments wait for the others.
    var fragmentWait = Duration(nanoseconds: 30_000_000_000)
    /// Bytes of a message that may wait for its end.
    var message = ByteCount(64 << 20)
    /// Segments of a message that are remembered.
    var segments = Quantity(4096)
}

/// How streams become messages.
struct DecodingOptions: Equatable, Sendable {
    var codecs = CodecChoices()
    /// A project file; nil is seam.json in the current directory, if there is one.
    var project: String?
    /// Whether a run of frames is looked for where a border is lost.
    var resynchronises = false
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

    var format = RowFormat.text
    /// Whether JSON Lines are printed.
    var json: Bool {
        get { format == .json }
        set { format = newValue ? .json : .text }
    }
    var color = ColorMode.auto
    /// A path; nil and `-` are standard output.
    var file: String?
    var verbosity = Verbosity.normal
}

/// What only `inspect` takes.
struct InspectOptions: Equatable, Sendable {
    /// The width of the picture; nil is that of the terminal.
    var width: Columns?
    /// Whether only ASCII is written.
    var isASCII = false
    /// How bad a finding makes the command fail; nil is none.
    var failOn: FailOn?
    /// The clients of which is told what they would have got.
    var clients = ClientChoices()
}

/// What only `streams` takes.
struct StreamsOptions: Equatable, Sendable {
    /// The directory that gets the bytes of each half.
    var extractInto: String?
    /// Whether the bytes of a gap are written as zeros instead of left out.
    var fillGaps = false
    /// What the list is in order of.
    var order = StreamOrder.number
}

/// What only `check` takes.
struct CheckOptions: Equatable, Sendable {
    /// Whether expectations are written instead of compared.
    var updates = false
    /// In how many random ways each stream is cut for the re-chunk verifier; nil: it is not asked.
    var rechunk: Count?
    /// Only fixtures whose codec spec starts with this.
    var only: String?
    /// A suite of streams that come with seam, instead of fixtures.
    var suite: String?
    /// The decoder under test, instead of seam's own.
    var exec = ExecOptions()
    /// The file for a report in JUnit's XML.
    var junit: String?
    /// Whether the output is in the Test Anything Protocol.
    var isTAP = false
}

/// What only `record` takes.
struct RecordOptions: Equatable, Sendable {
    /// The path of the fixture without endings.
    var fixture: String?
    /// Whether cards, addresses and ports are replaced.
    var anonymises = false
    /// Whether letters and digits of the payload are replaced; cards, addresses and ports then are as well.
    var scrambles = false
    /// Whether a fixture that is there is replaced.
    var overwrites = false
}

/// What only `infer` takes.
struct InferOptions: Equatable, Sendable {
    /// Bytes that are kept of one half.
    var sample = ByteCount(1 << 20)
    /// The name under which `seam.json` gets the answer.
    var saveAs: String?
}

/// What only `report` takes.
struct ReportOptions: Equatable, Sendable {
    /// How many messages, segments and reads the report holds at most, of each; nil is as many as suit it.
    var rows: Quantity?
    /// How many bytes of streams it holds at most, in all; nil is as many as suit it.
    var bytes: ByteCount?
    /// The port of the loopback where it is served; nil is a page of its own.
    var port: LoopbackPort?
}

/// How much a report holds.
struct ReportLimits {
    var rows: Int
    var bytes: Int

    /// What is given, else what suits a page, or what is served: a browser takes some tens of millions of rows.
    init(_ options: ReportOptions) {
        let isServed = options.port != nil
        rows = options.rows?.number ?? (isServed ? 20_000_000 : 200_000)
        bytes = options.bytes?.bytes ?? (isServed ? 4 << 30 : 32 << 20)
    }
}

/// What only `annotate` takes.
struct AnnotateOptions: Equatable, Sendable {
    /// The file for a dissector; nil is none.
    var lua: String?
}

/// What only lists of rows take.
struct RowOptions: Equatable, Sendable {
    /// Whether a row of `messages` is a seam.
    var seams = false
}
