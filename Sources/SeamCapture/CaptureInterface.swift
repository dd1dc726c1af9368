/// Where packets were captured: an Interface Description Block of pcapng, or a classic file's header.
public struct CaptureInterface: Hashable, Sendable {
    /// The file that describes it, counted from 0.
    public var file: Int
    /// What its packets start with, as files number it (a `LINKTYPE_` value).
    public var linkType: Int32
    /// How many bytes of a packet were captured at most; 0: all.
    public var snapLength: Int
    /// The system's name for it, such as `eth0`; empty where the file does not say.
    public var name = ""
    /// What a person calls it.
    public var details = ""
    /// The filter of the capture.
    public var filter = ""
    /// The system that captured.
    public var operatingSystem = ""
    /// What people have noted.
    public var comments: [String] = []
    /// The unit and start of its times in the file.
    public var resolution = TimestampResolution.microseconds
    /// What it counted, nil where the file does not say.
    public var statistics: InterfaceStatistics?

    /// An interface; `linkType` is a `LINKTYPE_` value, `snapLength` in bytes.
    public init(file: Int = 0, linkType: Int32, snapLength: Int = 0) {
        self.file = file
        self.linkType = linkType
        self.snapLength = snapLength
    }
}

/// What an interface counted in packets; nil where the file does not say (pcapng draft, section 4.6).
public struct InterfaceStatistics: Hashable, Sendable {
    /// Those that arrived.
    public var received: Int?
    /// Those that the interface dropped for want of room.
    public var dropped: Int?
    /// Those that the filter let pass.
    public var accepted: Int?
    /// Those that the system dropped.
    public var droppedBySystem: Int?
    /// Those that reached the capturing program.
    public var delivered: Int?

    /// Nothing counted.
    public init() {}
}

/// A section of a pcapng file: who wrote it.
public struct CaptureSection: Hashable, Sendable {
    /// The file that it is in, counted from 0.
    public var file: Int
    /// The machine that captured; empty where the file does not say.
    public var hardware = ""
    /// Its system.
    public var operatingSystem = ""
    /// The program that wrote it.
    public var application = ""
    /// What people have noted.
    public var comments: [String] = []

    /// A section of a file.
    public init(file: Int = 0) { self.file = file }
}

/// An address and the names it has.
public struct ResolvedName: Hashable, Sendable {
    /// 4 bytes of IPv4 or 16 of IPv6.
    public var address: [UInt8]
    /// At least one name.
    public var names: [String]

    /// The names of an address.
    public init(address: [UInt8], names: [String]) {
        self.address = address
        self.names = names
    }
}

/// Keys to encrypted traffic, as a Decryption Secrets Block has them.
public struct DecryptionSecrets: Hashable, Sendable {
    /// TLS key log lines, as `SSLKEYLOGFILE` has them.
    public static let tlsKeyLog: UInt32 = 0x544c_534b

    /// Which kind of secrets.
    public var type: UInt32
    /// The secrets, in the kind's format.
    public var bytes: [UInt8]

    /// Secrets of a kind.
    public init(type: UInt32 = tlsKeyLog, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }
}
