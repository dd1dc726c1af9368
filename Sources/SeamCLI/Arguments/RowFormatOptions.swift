import Seam

extension OptionGroup {
    static let format = OptionGroup(
        title: "Format",
        options: [
            .value(
                "format",
                RowFormat.placeholder,
                \.output.format,
                "print rows as text, as JSON Lines (--json is short for it), or comma-separated for a spreadsheet"
            )
        ]
    )

    static let messageFormat = OptionGroup(
        title: "Format",
        options: format.options + [
            .flag(
                "seams",
                \.rows.seams,
                to: true,
                "with --format csv: a row for each seam instead of each message"
            )
        ]
    )
}
