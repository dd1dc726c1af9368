import SeamAnalysis
import SeamCodecs
import SeamStreams

/// What every id of the program's output means to a person, and what to do: the one place for these words.
///
/// `inspect` takes its titles and advice from here, `seam explain` prints the rest.
public enum Catalogue {
    /// The groups of ids.
    public enum Group: UInt8, Hashable, Sendable, CaseIterable {
        /// Findings.
        case finding
        /// Causes of joins and cuts.
        case cause
        /// Verdicts.
        case verdict
        /// Labels of Wireshark.
        case label
        /// Other words of the output.
        case word

        /// The name in the singular.
        public var name: StaticString {
            switch self {
            case .finding: "finding"
            case .cause: "cause"
            case .verdict: "verdict"
            case .label: "label"
            case .word: "word"
            }
        }
    }

    /// What is to be said of an id.
    public struct Entry: Sendable {
        /// What it belongs to.
        public var group: Group
        /// The id as it stands in the output.
        public var id: String
        /// What it is, in a few words.
        public var title: StaticString
        /// What it means, in some sentences.
        public var meaning: StaticString
        /// What to do; empty where there is nothing to do.
        public var advice: StaticString
    }

    /// All ids, group by group in the order of `Group`.
    public static let all: [Entry] = findings + causes + verdicts + labels + words

    /// The entries with an id, several where a word is used twice; spaces and underscores count as hyphens.
    public static func entries(_ id: String) -> [Entry] {
        let wanted = plain(id)
        return all.filter { plain($0.id) == wanted }
    }

    private static func plain(_ id: String) -> String {
        var bytes: [UInt8] = []
        var text = id
        if text.hasPrefix("tcp.analysis.") { text.removeFirst("tcp.analysis.".count) }
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "_"), UInt8(ascii: " "), UInt8(ascii: "+"): bytes.append(UInt8(ascii: "-"))
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static let findings = FindingKind.allCases.map { kind in
        let words = kind.words
        return Entry(
            group: .finding,
            id: kind.id.description,
            title: words.title,
            meaning: words.meaning,
            advice: words.advice
        )
    }
}
