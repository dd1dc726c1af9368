import SeamBytes

/// What the bytes at some place look like to a format whose frames say how long they are.
public enum FrameGuess: Equatable, Sendable {
    /// No frame starts there, or the format cannot tell.
    case unlikely
    /// More bytes must tell.
    case needMore
    /// A frame may start there.
    ///
    /// `size` is in bytes, the header's too, at least one. `evidence` is by how many bits the header is less
    /// likely in any other bytes; 0 where any bytes would do, and for an empty frame, as zeros are everywhere.
    case frame(size: Int, evidence: Int)
}

/// Looks for frames where a border is lost: a run of at least three that fit.
///
///     lost bytes ...| frame | frame | frame |...
///                   ^ each header says where the next one stands
///
/// Three frames whose short lengths hardly restrict what a header can be are no proof: then the run must be longer,
/// until it says as much as three bytes that have to be right. Answers depend on at most `reach` bytes behind a place,
/// so memory is bounded and the cut of the stream does not matter.
@usableFromInline
enum FrameScan {
    /// A run has at least so many frames.
    @usableFromInline static var leastFrames: Int { 3 }
    /// Bits of evidence that a run must have.
    @usableFromInline static var leastEvidence: Int { 24 }
    /// A run that has not proved itself after so many frames is none.
    @usableFromInline static var mostFrames: Int { 64 }
    /// A run must prove itself within so many bytes.
    @usableFromInline static var reach: Int { 1 << 20 }

    /// Where a run starts, or up to where surely none does: places in the bytes.
    @usableFromInline
    enum Answer: Equatable {
        case found(Int)
        case noneBefore(Int)
    }

    /// Looks for a run that starts in `bytes` from `start` on and before `stop`; `isEnd` says that no more bytes follow.
    @inlinable
    @inline(never)
    static func find<D: Decoder>(
        in bytes: RawSpan,
        from start: Int,
        before stop: Int = .max,
        isEnd: Bool,
        _ decoder: D
    ) -> Answer {
        var place = start
        while place < min(stop, bytes.byteCount) {
            switch isRun(bytes, at: place, decoder) {
            case .some(true): return .found(place)
            case .some(false): place += 1
            case nil where isEnd: place += 1
            case nil: return .noneBefore(place)
            }
        }
        return .noneBefore(place)
    }

    /// Whether a run starts at a place; nil when more bytes must tell.
    @inlinable
    static func isRun<D: Decoder>(_ bytes: RawSpan, at start: Int, _ decoder: D) -> Bool? {
        var evidence = 0
        var place = start
        for count in 1...mostFrames {
            switch decoder.guess(bytes.extracting(min(place, bytes.byteCount)..<bytes.byteCount)) {
            case .unlikely: return false
            case .needMore: return nil
            case .frame(let size, let bits):
                guard size > 0, size <= reach - (place - start) else { return false }
                evidence += bits
                place += size
            }
            if count >= leastFrames, evidence >= leastEvidence { return true }
        }
        return false
    }
}

extension LengthField {
    /// What the bytes look like to a format with this length field.
    func guess(_ bytes: RawSpan) -> FrameGuess {
        switch read(ByteCursor(bytes)) {
        case .needMore: return .needMore
        case .fault: return .unlikely
        case .header(let header):
            return .frame(size: header.frame, evidence: evidence(header))
        }
    }

    /// Of a binary number the bits that had to be 0; a decimal digit is one of 10 bytes of 256.
    private func evidence(_ header: Header) -> Int {
        guard case .binary(let width, _) = number else { return 4 * (header.size - fixedSize + digits) }
        return header.number == 0 ? 0 : 8 * width - (Int.bitWidth - header.number.leadingZeroBitCount)
    }

    private var digits: Int {
        if case .digits(let count) = number { count } else { 0 }
    }
}
