/// What reading a packet needs of its interface, close together.
struct SectionInterface {
    /// A `LINKTYPE_` value.
    let linkType: Int32
    /// The largest packet that is no damage.
    let packetLimit: Int
    /// How much of a packet was captured at most, 0 for all; Simple Packet Blocks do not say it.
    let snapLength: Int
    /// The unit and start of times.
    let resolution: TimestampResolution
    /// Its place in the facts.
    let index: Int32

    init(_ interface: CaptureInterface, index: Int) {
        linkType = interface.linkType
        packetLimit = CaptureLimits.packet(snapLength: interface.snapLength)
        snapLength = interface.snapLength
        resolution = interface.resolution
        self.index = Int32(truncatingIfNeeded: index)
    }
}
