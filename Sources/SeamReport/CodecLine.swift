public import SeamCodecs

/// Writes a codec as a row of `seam codecs`.
public enum CodecLine {
    /// Appends the codec as a line of JSON; `port` is left out where its servers have no usual one.
    public static func json(_ codec: CodecDescription, into rows: inout RowBuffer) {
        rows.beginObject()
        rows.member("name", text: codec.name)
        rows.member("summary", text: codec.summary)
        rows.beginArray("parameters")
        for parameter in codec.parameters {
            rows.beginObject()
            rows.member("key", text: parameter.key.description)
            rows.member("help", text: parameter.text)
            rows.endObject()
        }
        rows.endArray()
        rows.member("example", text: codec.example)
        if codec.port > 0 { rows.member("port", Int(codec.port)) }
        rows.member("layout", text: codec.layout)
        rows.member("source", text: codec.source)
        rows.beginArray("rules")
        for rule in codec.rules {
            rows.beginObject()
            rows.member("id", text: rule.id.description)
            rows.member("text", text: rule.text.description)
            rows.member("source", text: rule.source.description)
            rows.endObject()
        }
        rows.endArray()
        rows.endObject()
        rows.endLine()
    }
}
