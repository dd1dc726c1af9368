internal import SeamBytes

extension FileSource {
    /// Moves to the next packet of a pcapng file.
    @inline(__always)
    mutating func nextBlock() -> Step {
        while true {
            if takeWholePacket() { return .packet }
            if let step = takeBlock() { return step }
        }
    }

    /// Takes the next block when it is an Enhanced Packet Block, whole in the buffer and without fault.
    @inline(__always)
    private mutating func takeWholePacket() -> Bool {
        let smallest = PcapngBlock.packetStart + 4
        guard input.available >= smallest, input.word(0) == PcapngBlock.enhancedPacket.rawValue else {
            return false
        }
        let length = Int(input.word(4))
        guard length >= smallest, length <= input.available, length & 3 == 0 else { return false }
        return Int(input.word(length &- 4)) == length && takePacket(length, interface: Int(input.word(8)))
    }

    /// Takes an Enhanced Packet Block or an obsolete Packet Block of `length` bytes, at least 32 and all there.
    ///
    /// False, taking nothing, when the interface or the captured length cannot be.
    @inline(__always)
    private mutating func takePacket(_ length: Int, interface index: Int) -> Bool {
        guard index < interfaces.count else { return false }
        let captured = Int(input.word(20))
        let interface = interfaces[index]
        guard captured <= length &- (PcapngBlock.packetStart + 4), captured <= interface.packetLimit else {
            return false
        }
        record.start = PcapngBlock.packetStart
        record.captured = captured
        record.original = input.word(24)
        record.time = interface.resolution.time(UInt64(input.word(12)) << 32 | UInt64(input.word(16)))
        record.linkType = interface.linkType
        record.interface = interface.index
        // Both lengths are multiples of 4 now, so the padded packet fits as well.
        record.options = PcapngBlock.packetStart &+ ((captured &+ 3) & ~3)
        record.optionsSize = length &- 4 &- record.options
        input.take(length)
        return true
    }

    /// Takes a block that is whole in the buffer and holds a packet, or says what is wrong with it.
    mutating func takePacketBlock(_ type: PcapngBlock, _ length: Int) -> Step {
        if type == .simplePacket { return takeSimplePacket(length) }
        let smallest = PcapngBlock.packetStart + 4
        guard length >= smallest else { return tooSmall(type, length) }
        let index = type == .packet ? Int(input.half(8)) : Int(input.word(8))
        if takePacket(length, interface: index) { return .packet }
        guard index < interfaces.count else {
            return damaged("a packet of interface \(index), where the section has \(interfaces.count),")
        }
        return refuse(
            captured: Int(input.word(20)),
            room: length - smallest,
            limit: interfaces[index].packetLimit
        )
    }

    /// Takes a Simple Packet Block: of the first interface, without time, cut at the snap length.
    private mutating func takeSimplePacket(_ length: Int) -> Step {
        let smallest = PcapngBlock.simplePacketStart + 4
        guard length >= smallest else { return tooSmall(.simplePacket, length) }
        guard let interface = interfaces.first else { return damaged("a packet before any interface") }
        let original = Int(input.word(8))
        let captured = interface.snapLength == 0 ? original : min(original, interface.snapLength)
        guard captured <= length - smallest, captured <= interface.packetLimit else {
            return refuse(captured: captured, room: length - smallest, limit: interface.packetLimit)
        }
        record = Record()
        record.start = PcapngBlock.simplePacketStart
        record.captured = captured
        record.original = UInt32(truncatingIfNeeded: original)
        record.linkType = interface.linkType
        record.interface = interface.index
        input.take(length)
        return .packet
    }

    private mutating func refuse(captured: Int, room: Int, limit: Int) -> Step {
        if captured > room {
            return damaged("the next packet claims \(captured) bytes in a block with room for \(room)")
        }
        return damaged("the next packet claims \(captured) bytes, over the limit of \(limit),")
    }

    /// The error for a block that cannot hold what its type demands.
    mutating func tooSmall(_ type: PcapngBlock, _ length: Int) -> Step {
        damaged("an impossible length of \(length) (\(type.name))")
    }
}
