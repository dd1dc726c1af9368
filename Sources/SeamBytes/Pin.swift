/// Keeps a value where it is: one that has a pin is looked at in its place, and never copied to the stack for that.
///
/// Swift 6.3 takes large structs for values that registers could hold. It copies all of them to call a method that does not
/// change them, to look at an element of theirs, or to hand them to a closure: of a connection that is 800 bytes, most of
/// which are not in the cache. What has an own layout, be it of no bytes, it handles by its address alone.
@_rawLayout(size: 0, alignment: 1)
public struct Pin: ~Copyable, @unchecked Sendable {
    /// A pin.
    @inlinable
    public init() {}
}
