/// Writes the entries of the catalogue: what `seam explain` prints.
public enum CatalogueText {
    /// Appends an entry as a line of JSON.
    public static func json(_ entry: Catalogue.Entry, into rows: inout RowBuffer) {
        rows.beginObject()
        rows.member("group", word: entry.group.name)
        rows.member("id", text: entry.id)
        rows.member("title", text: entry.title.description)
        rows.member("meaning", text: entry.meaning.description)
        rows.member("advice", text: entry.advice.description)
        rows.endObject()
        rows.endLine()
    }

    /// Appends an entry as text of at most `width` columns.
    public static func text(_ entry: Catalogue.Entry, width: Int, into rows: inout RowBuffer) {
        rows.append(text: entry.id)
        rows.append(" (")
        rows.append(entry.group.name)
        rows.append("): ")
        rows.append(entry.title)
        rows.endLine()
        paragraph(entry.meaning, "", width, &rows)
        if entry.advice.utf8CodeUnitCount > 0 { paragraph(entry.advice, "What to do: ", width, &rows) }
    }

    private static func paragraph(
        _ words: StaticString,
        _ lead: StaticString,
        _ width: Int,
        _ rows: inout RowBuffer
    ) {
        var line = RowBuffer()
        line.append(lead)
        line.append(words)
        rows.wrap(line.bytes, indent: 2, width: width)
        rows.endLine()
    }

    /// Appends all ids with their titles, group by group.
    public static func list(into rows: inout RowBuffer) {
        for group in Catalogue.Group.allCases {
            rows.append(group.name)
            rows.append("s")
            rows.endLine()
            for entry in Catalogue.all where entry.group == group {
                rows.append("  ")
                rows.append(text: entry.id)
                let columns = entry.id.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2e80 ? 2 : 1) }
                rows.append(spaces: max(2, 26 - columns))
                rows.append(entry.title)
                rows.endLine()
            }
        }
    }
}
