import SeamAnalysis
import SeamCodecs

/// Draws the messages of the innermost layer of a half: over the pieces of the half, and over the messages of the
/// layer below where these are not just as many.
struct LayerPicture {
    private let layer: LayerAnalysis
    private let number: Int
    private let width: Int
    private let palette: Palette

    /// Pictures of a layer, which is the `number`th above the first.
    init(_ layer: LayerAnalysis, number: Int, width: Int, palette: Palette) {
        self.layer = layer
        self.number = number
        self.width = width
        self.palette = palette
    }

    /// Appends both; `carrierName` and `carriers` name the pieces of the half.
    func append(carrierName: StaticString, carriers: StaticString, to rows: inout RowBuffer) {
        if let excerpt = layer.excerpt {
            title(&rows) { $0.append(carriers) }
            picture(excerpt, carrierName, &rows)
        }
        let isOneToOne = layer.verdictsBelow[.whole] == layer.summary.messages
        guard let excerpt = layer.excerptBelow, !isOneToOne else { return }
        title(&rows) { rows in
            rows.append("messages of layer ")
            rows.append(decimal: number - 1)
        }
        picture(excerpt, "below", &rows)
    }

    private func title(_ rows: inout RowBuffer, _ over: (inout RowBuffer) -> Void) {
        rows.append("    layer ")
        rows.append(decimal: number)
        rows.append(", ")
        rows.append(text: layer.codec)
        rows.append(", over ")
        over(&rows)
        rows.endLine()
    }

    private func picture(_ excerpt: Excerpt, _ carrierName: StaticString, _ rows: inout RowBuffer) {
        SeamPicture(excerpt.entries[...], carrierName: carrierName, width: width, palette: palette)
            .append(to: &rows, unitCount: layer.unitCount)
    }
}
