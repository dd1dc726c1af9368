/// A value that most owners never need: 8 bytes, and memory of its own only once it is written.
public struct Rare<Value: Sendable>: Sendable {
    private var box: [Value] = []

    /// Nothing yet.
    public init() {}

    /// The value, nil as long as nothing was written.
    public var value: Value? { box.first }

    /// Reads of the value; nil as long as nothing was written.
    @inline(__always)
    func read<Result>(_ look: (borrowing Value) -> Result?) -> Result? { box.isEmpty ? nil : look(box[0]) }

    /// Whether nothing was written.
    @inline(__always)
    var isEmpty: Bool { box.isEmpty }

    /// Changes the value, from `initial` where there is none.
    @inline(__always)
    public mutating func update(_ initial: @autoclosure () -> Value, _ change: (inout Value) -> Void) {
        if box.isEmpty {
            box.reserveCapacity(1)
            box.append(initial())
        }
        change(&box[0])
    }
}
