/// Why a capture cannot be opened, read or written: the only error that is thrown.
///
/// `description` says what is wrong in one line, `advice` says what to do about it.
public struct CaptureError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
        /// There is no file of that name.
        case noSuchFile
        /// The system forbids to open the file.
        case permissionDenied
        /// The name is a directory's.
        case isDirectory
        /// The file holds no byte.
        case emptyFile
        /// The file is something else, named where its first bytes tell.
        case notACapture(ForeignFormat?)
        /// A capture that cannot be read on from here, though it need not be damaged.
        case unsupported
        /// The file is cut off or breaks its own format.
        case damaged
        /// The system failed to read.
        case unreadable
        /// Standard input is named twice; it can be read only once.
        case repeatedStandardInput
        /// The filter is not one that libpcap can compile for the capture's link type.
        case filter(String)
        /// The system failed to write.
        case unwritable
        /// There is no interface of that name.
        case noSuchInterface
        /// The system forbids to capture on the interface.
        case captureDenied
        /// The interface is not up.
        case interfaceDown
    }

    /// What is wrong.
    public let kind: Kind
    /// The file's name as it was given, `-` for standard input or output.
    public let file: String
    /// How many packets of this file were read before, where reading had begun; equals the number
    /// that Wireshark shows for the last good packet.
    public let packet: Int?
    /// More words, those of the system or of a library where it failed; empty where `kind` says it all.
    public let reason: String

    /// An error about `file`, after so many of its packets.
    public init(_ kind: Kind, file: String, packet: Int? = nil, reason: String = "") {
        self.kind = kind
        self.file = file
        self.packet = packet
        self.reason = reason
    }
}

extension CaptureError: CustomStringConvertible {
    /// One line: the file, what is wrong, after which packet, and the reason.
    public var description: String {
        let detail = reason.isEmpty ? "" : ": \(reason)"
        return "\(displayName): \(claim)\(place)\(detail)"
    }

    private var place: String {
        switch (kind, packet) {
        case (_, nil): ""
        case (.damaged, 0?): " before the first packet"
        case (.damaged, let packet?): " after packet \(packet)"
        case (_, 0?): ""
        case (_, let packet?): " beyond packet \(packet)"
        }
    }

    private var displayName: String {
        switch (file, kind) {
        case ("-", .unwritable): "standard output"
        case ("-", _): "standard input"
        case ("", _): "''"
        default: file
        }
    }

    private var claim: String {
        switch kind {
        case .noSuchFile: "no such file"
        case .permissionDenied: "permission denied"
        case .isDirectory: "is a directory"
        case .emptyFile: "is empty"
        case .notACapture(let format?): "not a capture but \(format.name)"
        case .notACapture(nil): "not a capture"
        case .unsupported: "cannot be read"
        case .damaged: "damaged"
        case .unreadable: "cannot be read"
        case .repeatedStandardInput: "named twice"
        case .filter(let text): "filter '\(text)'"
        case .unwritable: "cannot be written"
        case .noSuchInterface: "no such interface"
        case .captureDenied: "not allowed to capture"
        case .interfaceDown: "the interface is down"
        }
    }

    /// What to do about it, in words; `FILE` stands for the file's name, `PROGRAM` for that of the program.
    public var advice: String {
        switch kind {
        case .noSuchFile: "check the name and the current directory"
        case .permissionDenied: "read it as its owner, or let its owner chmod a+r FILE"
        case .isDirectory: "name the capture files in it, for example FILE/*.pcap"
        case .emptyFile: "nothing was written yet: stop the capturing program first, or run tcpdump with -U"
        case .notACapture(let format): format?.advice ?? "give a pcap or pcapng file, as tcpdump -w writes"
        case .unsupported: "see whether Wireshark reads it, and save it from there as pcapng"
        case .damaged where packet ?? 0 > 0: "the packets before were read; for the others fetch it again"
        case .damaged: "fetch it or capture again"
        case .unreadable: "check the device or the network file system it is on"
        case .repeatedStandardInput: "name - once"
        case .filter: "see pcap-filter(7); an example is 'tcp port 80'"
        case .unwritable: "check that the directory exists, is yours to write, and has room"
        case .noSuchInterface: "seam interfaces lists those there are"
        case .captureDenied: Self.rightsAdvice
        case .interfaceDown: "bring it up: sudo ip link set FILE up"
        }
    }

    /// How a person gets the right to capture.
    private static var rightsAdvice: String {
        #if canImport(Darwin)
        "run it with sudo, or install Wireshark's ChmodBPF, which lets the group access_bpf read /dev/bpf*"
        #else
        """
        run it with sudo, or allow it once and for all: \
        sudo setcap cap_net_raw,cap_net_admin+ep PROGRAM
        """
        #endif
    }
}
