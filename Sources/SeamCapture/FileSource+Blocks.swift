internal import SeamBytes

extension FileSource {
    /// Whether the next block is numbered by Wireshark, so that only `advance()` may take it.
    mutating func isAtPacket() -> Bool {
        guard input.require(PcapngBlock.headSize) else { return false }
        return PcapngBlock(rawValue: input.word(0))?.isNumbered ?? false
    }

    /// Takes the next block, whatever it is; nil when there was nothing to hand out in it.
    @inline(never)
    mutating func takeBlock() -> Step? {
        record = Record()
        guard input.require(PcapngBlock.frameSize) else {
            if input.available == 0, input.failure == nil { return .end }
            return fail(shortage(of: "the next block", PcapngBlock.frameSize))
        }
        let type = PcapngBlock(rawValue: input.word(0))
        if type == .sectionHeader, let step = turnToSection() { return step }
        let stated = Int(input.word(4))
        guard stated >= PcapngBlock.frameSize, stated <= CaptureLimits.block else {
            return damaged("an impossible block length of \(stated)")
        }
        // Some writers leave the padding out of the length, which Wireshark excuses.
        let length = (stated + 3) & ~3
        guard input.require(length) else { return fail(shortage(of: "the next block", length)) }
        let trailer = Int(input.word(length - 4))
        guard trailer == length || trailer == stated else {
            return damaged("block lengths that differ, \(stated) in front and \(trailer) behind,")
        }
        return take(type, length)
    }

    private mutating func take(_ type: PcapngBlock?, _ length: Int) -> Step? {
        if let type, type.isPacket { return takePacketBlock(type, length) }
        if let type, type.isNumbered {
            input.take(length)
            return .otherRecord
        }
        do throws(ReadFailure) {
            try note(type, length)
        } catch {
            return fail(ReadFailure(error.kind, "\(error.reason) at byte \(input.offset)"))
        }
        input.take(length)
        return nil
    }

    /// Keeps what a block without a packet says; blocks of other types are skipped.
    private mutating func note(_ type: PcapngBlock?, _ length: Int) throws(ReadFailure) {
        let body = input.window(PcapngBlock.headSize, length - PcapngBlock.frameSize)
        switch type {
        case .sectionHeader:
            try facts.addSection(body, input.order, file: file)
            interfaces.removeAll(keepingCapacity: true)
        case .interface:
            interfaces.append(try facts.addInterface(body, input.order, file: file))
        case .statistics:
            guard let index: UInt32 = body.integer(at: 0, input.order), index < interfaces.count else {
                return
            }
            facts.addStatistics(body, input.order, interface: Int(interfaces[Int(index)].index))
        case .names:
            facts.addNames(body, input.order)
        case .secrets:
            facts.addSecrets(body, input.order)
        default:
            break
        }
    }

    /// Turns to the byte order of the section that starts here; a step when that fails.
    private mutating func turnToSection() -> Step? {
        guard input.require(PcapngBlock.sectionHeaderSize) else {
            return fail(shortage(of: "the next section's header", PcapngBlock.sectionHeaderSize))
        }
        if input.word(8) != PcapngBlock.byteOrderMagic { input.order = input.order == .big ? .little : .big }
        return input.word(8) == PcapngBlock.byteOrderMagic ? nil : damaged("a section of unknown byte order")
    }
}
