/// A format that is not pcap or pcapng, told by the first bytes of a file.
///
/// Only there to say something helpful: no capture is refused because of it.
public enum ForeignFormat: Hashable, Sendable, CaseIterable {
    /// RFC 1952.
    case gzip
    /// RFC 8878.
    case zstd
    /// The xz container.
    case xz
    /// A bzip2 stream.
    case bzip2
    /// An LZ4 frame.
    case lz4
    /// A zip archive.
    case zip
    /// Solaris snoop, RFC 1761.
    case snoop
    /// Microsoft Network Monitor, version 2.
    case networkMonitor
    /// JSON; an HTTP archive (HAR) is one.
    case json
    /// Printable text.
    case text

    /// How many bytes of a file are enough to tell.
    static let headLength = 8

    /// The format that starts with `head`, nil when it is none of these.
    init?(head: [UInt8]) {
        if let known = Self.allCases.first(where: { !$0.magic.isEmpty && head.starts(with: $0.magic) }) {
            self = known
            return
        }
        guard !head.isEmpty, head.allSatisfy(Self.isText) else { return nil }
        let first = head.first { $0 > 0x20 }
        self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .text
    }

    /// Whether a byte can be of an ASCII or UTF-8 text.
    private static func isText(_ byte: UInt8) -> Bool {
        (0x20..<0x7f).contains(byte) || (0x09...0x0d).contains(byte) || byte >= 0x80
    }

    private var magic: [UInt8] {
        switch self {
        case .gzip: [0x1f, 0x8b]
        case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
        case .xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]
        case .bzip2: Array("BZh".utf8)
        case .lz4: [0x04, 0x22, 0x4d, 0x18]
        case .zip: [0x50, 0x4b, 0x03, 0x04]
        case .snoop: Array("snoop\0\0\0".utf8)
        case .networkMonitor: Array("GMBU".utf8)
        case .json, .text: []
        }
    }

    /// What a person calls it.
    public var name: String {
        switch self {
        case .gzip: "gzip-compressed data"
        case .zstd: "zstd-compressed data"
        case .xz: "xz-compressed data"
        case .bzip2: "bzip2-compressed data"
        case .lz4: "lz4-compressed data"
        case .zip: "a zip archive"
        case .snoop: "a snoop capture"
        case .networkMonitor: "a Network Monitor capture"
        case .json: "JSON (a HAR file?)"
        case .text: "text"
        }
    }

    /// How to make a capture of it, `FILE` being its name.
    var advice: String {
        switch self {
        case .gzip: "decompress it first: gunzip -c FILE > NEW.pcap"
        case .zstd: "decompress it first: zstd -dc FILE > NEW.pcap"
        case .xz: "decompress it first: xz -dc FILE > NEW.pcap"
        case .bzip2: "decompress it first: bzip2 -dc FILE > NEW.pcap"
        case .lz4: "decompress it first: lz4 -dc FILE > NEW.pcap"
        case .zip: "unpack it first: unzip FILE"
        case .snoop, .networkMonitor: "convert it first: editcap -F pcap FILE NEW.pcap"
        case .json: "a HAR file holds no packets: capture with tcpdump -w, Wireshark or dumpcap"
        case .text: "text output holds no packets: capture again with tcpdump -w NEW.pcap"
        }
    }
}
