extension Array where Element: BitwiseCopyable {
    /// Removes the first `count` elements, keeping the memory.
    ///
    /// For rows of a few elements: `removeFirst` costs as much as moving thirty.
    @inlinable
    @inline(__always)
    public mutating func dropAhead(_ count: Int) {
        let kept = self.count &- count
        precondition(count >= 0 && kept >= 0, "no more than there are")
        guard count > 0 else { return }
        guard kept <= 4, count <= 16 else { return removeFirst(count) }
        var place = 0
        while place < kept {
            self[place] = self[place &+ count]
            place &+= 1
        }
        while self.count > kept { removeLast() }
    }
}
