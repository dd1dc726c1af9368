import SeamBytes

/// RTSP: messages as in HTTP, between which "$" begins bytes of a media stream.
enum RTSP {
    static let codec = ContentLengthDecoder.codec(
        "rtsp",
        "RTSP requests, responses and interleaved media",
        ports: [554, 8554],
        layout: """
            | PLAY rtsp://... RTSP/1.0 CR LF | headers CR LF ... | CR LF | body ... |
            | "$" | channel 1 | length 2 | media ... |
            """,
        source: "RFC 2326 §4, §10.12",
        dialect: .init(hasFirstLine: true, isInterleaved: true)
    ) { bytes, _ in FirstLine.likelihood(bytes, "RTSP/1.0") }
}

/// The first line of protocols that took HTTP's for a model.
enum FirstLine {
    /// How likely a line begins or ends with the protocol's name and version.
    static func likelihood(_ bytes: RawSpan, _ version: StaticString) -> Likelihood? {
        let cursor = ByteCursor(bytes)
        if cursor.holds(version) == true { return Likelihood(50) }
        let length = version.utf8CodeUnitCount
        guard let end = cursor.firstIndex(of: 0x0a) else {
            let isLetter = bytes.byte(at: 0).map { (0x41...0x5a).contains($0) } ?? true
            return isLetter && bytes.byteCount < 16 ? Likelihood(0) : nil
        }
        let stop = end > 0 && bytes.byte(at: end - 1) == 0x0d ? end - 1 : end
        return stop > length && cursor.holds(version, at: stop - length) == true ? Likelihood(50) : nil
    }
}
