import SeamBytes

/// What most connections never need to remember: it takes no memory as long as there is nothing to say.
struct Oddities: Sendable {
    private struct Known: Sendable {
        var clientLabels = LabelCounts()
        var serverLabels = LabelCounts()
        var anomalies: [Anomaly] = []
        var anomaliesLeftOut = 0
    }

    /// One entry, or none as long as nothing was odd.
    private var known: [Known] = []

    /// How many packets of a side have each label.
    func labels(of side: Side) -> LabelCounts {
        guard let known = known.first else { return LabelCounts() }
        return side == .client ? known.clientLabels : known.serverLabels
    }

    /// What was odd, the first of it.
    var anomalies: [Anomaly] { known.first?.anomalies ?? [] }
    /// How many more anomalies there were than are kept.
    var anomaliesLeftOut: Int { known.first?.anomaliesLeftOut ?? 0 }

    /// Counts the labels of a packet.
    @inline(never)
    mutating func count(_ labels: LabelSet, _ side: Side) {
        update { side == .client ? $0.clientLabels.add(labels) : $0.serverLabels.add(labels) }
    }

    /// Keeps an anomaly where fewer than `limit` are kept, else only counts it.
    @inline(never)
    mutating func note(_ anomaly: Anomaly, limit: Int) {
        update { known in
            if known.anomalies.count < limit {
                known.anomalies.append(anomaly)
            } else {
                known.anomaliesLeftOut += 1
            }
        }
    }

    private mutating func update(_ change: (inout Known) -> Void) {
        if known.isEmpty { known = [Known()] }
        change(&known[0])
    }
}
