public import SeamBytes

/// What a layer above the first one has to say: that its stream has grown, or that it has a unit.
///
///     layer 0     | frame 0 | frame 1 | frame 2 |      the outermost: its units are in `UnitBatch.units`
///     stream 1      |payload 0|payload 1|payload 2|    each frame is a carrier of the stream of layer 1
///     layer 1       |    unit 0    |   unit 1    |
public struct LayerEvent: Sendable {
    /// What it is about.
    public enum Kind: Sendable {
        /// A message of the layer below brought bytes.
        case carrier(LayerCarrier)
        /// A unit is complete.
        case unit(LayerUnit)
    }

    /// The unit of layer 0 in the same batch behind which it happened; -1 where it was before the first.
    public var place: Int
    /// What happened.
    public var kind: Kind
}

/// The bytes that one message of a layer brings to the stream of the layer above.
public struct LayerCarrier: Equatable, Sendable {
    /// The layer whose stream grows, from 1.
    public var layer: Int
    /// The bytes, in that layer's stream.
    public var range: ByteRange
    /// The index of the message that brings them, among the units of the layer below.
    public var unit: Int
    /// Where they stand in the stream of the layer below, in order.
    public var pieces: [StreamMap.Piece]
}

/// A unit of a layer above the first one.
public struct LayerUnit: Equatable, Sendable {
    /// The layer, from 1.
    public var layer: Int
    /// The name of its codec.
    public var codec: String
    /// The unit; its range is in the stream of its layer. An empty message has an empty range.
    public var unit: Unit
    /// The ranges of the half that its bytes came from, in order.
    public var sources: [ByteRange]
    /// What its codec says of it, in the batch's `details`; nil where nothing was asked.
    public var entry: UnitDetails.Entry?
}
