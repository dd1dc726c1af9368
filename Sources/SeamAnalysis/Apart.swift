import SeamBytes

/// A value that most owners never need, in memory of its own: made when it is first changed, and never moved or copied.
///
/// For owners that cannot be copied; `Rare` is for the others. A look at it counts no reference and asks for no
/// exclusive access, as it would of an object or an array: both cost more than what is done with most values. The
/// unsafe memory stays inside this file.
@safe
public struct Apart<Value: ~Copyable>: ~Copyable {
    private var place: UnsafeMutablePointer<Value>?

    /// Nothing yet.
    public init() { unsafe place = nil }

    deinit {
        guard let place = unsafe place else { return }
        unsafe place.deinitialize(count: 1)
        unsafe place.deallocate()
    }

    /// Whether nothing was written.
    @inline(__always)
    public var isEmpty: Bool { unsafe place == nil }

    /// Asks memory for the value.
    @inline(__always)
    func prefetch() {
        if let place = unsafe place { unsafe Prefetch.request(place, count: MemoryLayout<Value>.size) }
    }

    /// Looks at the value where it stands; nil as long as nothing was written.
    @inline(__always)
    func read<Result>(_ look: (borrowing Value) -> Result?) -> Result? {
        guard let place = unsafe place else { return nil }
        return unsafe look(place.pointee)
    }

    /// Changes the value where it stands, if there is one.
    @inline(__always)
    @discardableResult
    mutating func change<Result>(_ change: (inout Value) -> Result) -> Result? {
        guard let place = unsafe place else { return nil }
        return unsafe change(&place.pointee)
    }

    /// Changes the value, from `initial` where there is none.
    @inline(__always)
    public mutating func update(_ initial: @autoclosure () -> Value, _ change: (inout Value) -> Void) {
        if unsafe place == nil { make(initial()) }
        if let place = unsafe place { unsafe change(&place.pointee) }
    }

    @inline(never)
    private mutating func make(_ value: consuming Value) {
        let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe place.initialize(to: value)
        unsafe self.place = place
    }
}

extension Apart {
    /// A copy of the value, nil as long as nothing was written.
    public var value: Value? { unsafe place?.pointee }
}
