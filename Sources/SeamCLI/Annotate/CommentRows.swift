import Seam
import SeamReport

/// Gathers comments on packets while units are compared: those of a whole capture, or of one packet after the other.
final class CommentRows: Observer {
    private var comments = SeamComments()

    /// How many packets there is something to say of.
    var packets: Int { comments.packets }
    /// How many comments were too many.
    var leftOut: Int { comments.leftOut }
    /// What to say of a packet.
    subscript(packet: Int) -> [String] { comments[packet] }

    func receive(
        _ unit: UnitReport,
        _ finder: borrowing SeamFinder,
        _ batch: borrowing UnitBatch,
        _ place: Int
    ) {
        comments.add(unit, finder, batch, place)
    }

    /// Adds what is still open.
    func finish() { comments.finish() }

    /// Takes what there is to say of the packet that was analysed last; packets before it have been written.
    func take(_ packet: Int) -> [String] { comments.take(packet) }
}
