import SeamBytes

/// The page of `seam report`: one file of HTML that shows what the JSON of other commands says.
///
///     head | block | block | ... | tail
///
/// Its sources are in `Page`. Blocks hold lines of JSON in elements that no browser runs; the script is named by its
/// digest, so that nothing else that got into the page would run either.
public struct ReportPage: Sendable {
    /// What a block's lines are; the page reads the kinds in an order of its own.
    public enum Kind: String, CaseIterable, Sendable {
        /// What is to be said of the page itself.
        case meta
        /// The words of `seam explain`.
        case explain
        /// The lines of `seam inspect`.
        case connections
        /// The lines of `seam segments`.
        case segments
        /// The lines of `seam segments --carriers reads`.
        case reads
        /// The lines of `seam messages`.
        case messages
        /// What clients make of the messages.
        case outcomes
        /// The bytes of the streams.
        case bytes
    }

    /// What the page may load and run (CSP Level 3).
    public let policy: String
    /// The page up to the first block.
    public let head: [UInt8]
    /// The page behind the last block.
    public let tail: [UInt8]

    /// The page without its data: it holds that itself, or asks the server that it came from.
    public init(isServed: Bool = false) {
        let script = Self.script
        let style = PackageResources.report_css
        policy = """
            default-src 'none'; script-src \(Self.source(script)); style-src \(Self.source(style)); \
            img-src data:; base-uri 'none'; form-action 'none'\(isServed ? "; connect-src 'self'" : "")
            """
        var page = PackageResources.report_html
        Self.replace("{{policy}}", by: Array(policy.utf8), in: &page)
        Self.replace("{{source}}", by: Array((isServed ? "server" : "page").utf8), in: &page)
        Self.replace("{{style}}", by: style, in: &page)
        Self.replace("{{script}}", by: script, in: &page)
        let mark = Self.find("{{data}}", in: page)
        head = Array(page[..<mark.lowerBound])
        tail = Array(page[mark.upperBound...])
    }

    /// Appends lines as a block of the page.
    ///
    /// What HTML would take for markup, and what JavaScript once took for the end of a line, is escaped; in JSON these
    /// stand within strings only.
    public func append(_ lines: RawSpan, as kind: Kind, to page: inout RowBuffer) {
        page.append("<script type=\"application/json\" data-seam=\"")
        page.append(text: kind.rawValue)
        page.append("\">")
        var place = 0
        for index in 0..<lines.byteCount where lines.byte(at: index) == UInt8(ascii: "<") {
            page.append(lines.clamped(place..<index))
            page.append("\\u003c")
            place = index + 1
        }
        page.append(lines.clamped(place..<lines.byteCount))
        page.append("</script>\n")
    }

    /// All scripts as one, in a scope of its own.
    private static var script: [UInt8] {
        // In this order: each may use at once what stands before it.
        let parts = [
            PackageResources.dom_js, PackageResources.model_js, PackageResources.served_js,
            PackageResources.words_js,
            PackageResources.table_js, PackageResources.ink_js, PackageResources.picture_js,
            PackageResources.lanes_js, PackageResources.input_js, PackageResources.details_js,
            PackageResources.overview_js, PackageResources.charts_js, PackageResources.messages_js,
            PackageResources.connection_js, PackageResources.app_js,
        ]
        return Array("\"use strict\";(() => {\n".utf8) + parts.joined() + Array("})();\n".utf8)
    }

    /// What a policy calls a script or style of this content (CSP Level 3 §2.3.1).
    private static func source(_ content: [UInt8]) -> String {
        "'sha256-\(String(decoding: Base64.encode(SHA256.digest(content)[...]), as: UTF8.self))'"
    }

    private static func replace(_ mark: StaticString, by content: [UInt8], in page: inout [UInt8]) {
        page.replaceSubrange(find(mark, in: page), with: content)
    }

    /// Where a mark of the template is: the sources have each of them.
    private static func find(_ mark: StaticString, in page: [UInt8]) -> Range<Int> {
        let bytes = Array(mark.description.utf8)
        let start = ByteSearch.firstIndex(of: bytes, in: page.rawSpan, from: 0) ?? page.count
        return start..<min(page.count, start + bytes.count)
    }
}
