/// An observer that lets its work be shared: while lanes take packets side by side, each tells a scribe of its own.
///
/// What the scribes write down is said in the order of the packets, so that it is the same as without them. Whatever comes
/// when no lane is at work the observer is told itself.
public protocol SharedObserver: Observer {
    /// One more who writes for this observer.
    func makeScribe() -> any Scribe
}

/// Writes down what there is to say of some of the connections, until its turn comes.
///
/// It is told on one thread at a time, while others are told on theirs; what it is asked below it is asked in between.
public protocol Scribe: Observer {
    /// How much is written down, in bytes or whatever is written.
    var written: Int { get }
    /// Says what is written down in a range.
    func say(_ range: Range<Int>)
    /// Forgets all that is written down.
    func clear()
}
