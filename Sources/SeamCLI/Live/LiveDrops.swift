import Seam
import SeamReport

/// Who dropped how many packets.
struct LiveDrops: Equatable {
    var kernel = 0
    var interface = 0
    var seam = 0
    /// Packets that were recorded, but not analysed.
    var skipped = 0

    /// What the interfaces counted together, and what the command itself left out.
    init(_ counts: [LiveCounts], skipped: Int) {
        for count in counts {
            kernel += count.droppedByKernel
            interface += count.droppedByInterface
            seam += count.droppedByQueue
        }
        self.skipped = skipped
    }

    /// How many in all.
    var total: Int { kernel + interface + seam + skipped }

    /// What came since `earlier`.
    func since(_ earlier: LiveDrops) -> LiveDrops {
        var new = self
        new.kernel -= earlier.kernel
        new.interface -= earlier.interface
        new.seam -= earlier.seam
        new.skipped -= earlier.skipped
        return new
    }

    /// Appends the numbers in words.
    func append(to rows: inout RowBuffer) {
        rows.append(decimal: kernel)
        rows.append(" by the kernel, ")
        rows.append(decimal: interface)
        rows.append(" by the interface, ")
        rows.append(decimal: seam)
        rows.append(" by seam")
        guard skipped > 0 else { return }
        rows.append(", ")
        rows.append(decimal: skipped)
        rows.append(" recorded only")
    }

    /// Appends the numbers as members of an object.
    func members(_ rows: inout RowBuffer) {
        rows.member("kernel", kernel)
        rows.member("interface", interface)
        rows.member("seam", seam)
        rows.member("not_analysed", skipped)
    }
}
