/// Gives up a value whose memory the system takes back when the program ends, which is now.
///
/// To take apart what ten thousand connections consist of costs as much as a twentieth of the run before it.
@inlinable
public func abandon<Value: ~Copyable>(_ value: consuming Value) {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe place.initialize(to: value)
}
