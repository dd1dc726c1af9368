public import SeamBytes

/// What a modelled client would have got of a half's messages.
public struct ClientResult: Sendable {
    /// A message that it got wrong.
    public struct Wrong: Equatable, Sendable {
        /// The message's index in the half.
        public var index: Int
        /// Its bytes.
        public var range: ByteRange
        /// The bytes of the read that held its first byte.
        public var read: ByteRange
        /// What became of it.
        public var outcome: ClientModel.Outcome
    }

    /// The client.
    public var model: ClientModel
    /// The size of its buffer in bytes, for those that have one.
    public var size: Int?
    /// Messages that it got as they were sent.
    public var right: Int
    /// Messages that it got within something larger.
    public var merged: Int
    /// Messages that it got in pieces.
    public var torn: Int
    /// Messages that it did not get.
    public var lost: Int
    /// The first message that it got wrong.
    public var first: Wrong?

    /// Its name, with the size: `max-buffer:1024`.
    public var name: String { model.name.description + (size.map { ":\($0)" } ?? "") }
}

extension HalfAnalysis {
    /// Clients that were asked for and do not speak the half's protocol.
    public var foreignClients: [ClientModel] {
        guard clients.choice.isExplicit, summary.messages > 0 else { return [] }
        return ClientModel.allCases.filter { model in
            clients.choice.contains(model) && !model.applies(to: codec, opening: clients.opening)
        }
    }

    /// What the modelled clients would have got, those that speak the half's protocol; none for a half without messages.
    public var clientResults: [ClientResult] {
        let messages = summary.messages
        guard messages > 0 else { return [] }
        return ClientModel.allCases.compactMap { model in
            guard clients.choice.contains(model), model.applies(to: codec, opening: clients.opening) else {
                return nil
            }
            let count = clients.tally.read { $0[model] } ?? ClientTally.Count()
            return ClientResult(
                model: model,
                size: clients.choice.size(of: model),
                right: messages - count.merged - count.torn - count.lost,
                merged: count.merged,
                torn: count.torn,
                lost: count.lost,
                first: count.first.map { wrong, outcome in
                    .init(index: wrong.index, range: wrong.unit, read: wrong.read, outcome: outcome)
                }
            )
        }
    }
}
