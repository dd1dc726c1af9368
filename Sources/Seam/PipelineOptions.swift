public import SeamAnalysis
public import SeamPackets
public import SeamStreams

/// What is compared with messages.
public enum CarrierKind: String, Hashable, Sendable, CaseIterable {
    /// TCP segments: the bytes that each packet brought first.
    case segments
    /// Deliveries: what the in-order stream grew by at a time.
    case deliveries
    /// Reads: what the `recv` of a modelled client would have returned.
    case reads
}

/// How a capture is analysed.
public struct PipelineOptions: Sendable {
    /// Which codec decodes which connection.
    public var codecs = CodecChoice()
    /// What is compared with messages.
    public var carriers = CarrierKind.segments
    /// The client whose reads are modelled, where reads are the carriers.
    public var reader = ReaderModel.usual
    /// The clients of which is counted what they would have got.
    public var clients = ClientChoice.none
    /// The connections that are analysed, by number; all when empty.
    public var streams: Set<Int> = []
    /// The connections that are analysed, by their endpoints.
    public var endpoints = EndpointChoice()
    /// How decoders keep to their limits, and how they go on where a border is lost.
    public var policy = StreamPolicy()
    /// How much memory may be held, and how long is waited.
    public var limits = StreamLimits()
    /// Most carriers of a half that are remembered; with more than 64 connections each has less, 64 at least.
    public var carrierLimit = SeamFinder.carrierLimit
    /// How much memory fragments of IP packets may take, and how long they wait.
    public var fragments = FragmentLimits()
    /// Whether codecs describe each unit.
    public var wantsDetails = false
    /// For how many connections, from the first on, the units for a picture are kept.
    public var pictures = 0
    /// For how many connections, from the first on, notes for findings are kept; others have what the numbers tell.
    public var diagnosed = 0
    /// How many connections are told of, in the order of their ends; of those that begin behind them only sums are kept.
    public var told = Int.max
    /// Whether units are decoded at all; `streams` needs bytes only.
    public var decodes = true

    /// How many threads share the work where nobody watches it; the results are the same whatever their number.
    public var threads = 1

    /// Whether a connection is analysed, by its number.
    public func isChosen(_ stream: Int) -> Bool { streams.isEmpty || streams.contains(stream) }

    /// The defaults: everything decoded and nothing described.
    public init() {}
}
