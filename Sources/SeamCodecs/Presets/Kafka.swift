import SeamBytes

/// Kafka requests and responses: four bytes of size, then the API key or at once the correlation id.
struct Kafka: FrameFormat {
    static let longest = 100 << 20
    static let number: StaticString = "correlation_id"

    let side: Side

    init(from side: Side) { self.side = side }

    func head(_ input: borrowing ByteCursor) -> FrameHead {
        guard let length = input.big32(0) else { return .needMore }
        if side == .client {
            guard length >= 8 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
            guard let key = input.big16(4), let id = input.big32(8) else { return .needMore }
            return .frame(Frame(key, number: id, size: 4 + length))
        }
        guard length >= 4 else { return .broken(FrameRule.tooShort, WireNumber(UInt64(length))) }
        guard let id = input.big32(4) else { return .needMore }
        return .frame(Frame(number: id, size: 4 + length))
    }

    func evidence(_ frame: Frame, _ input: borrowing ByteCursor) -> Int? {
        guard frame.size < 64 << 20 else { return nil }
        guard side == .client else { return frame.number < 1 << 24 && frame.size < 1 << 24 ? 4 : 0 }
        guard let version = input.big16(6), version <= 20, Self.name(of: frame.type).utf8CodeUnitCount > 0,
            let client = input.big16(12), frame.size >= 14
        else { return nil }
        // A nullable string: the client's name.
        guard client == 0xffff || client <= frame.size - 14 else { return nil }
        return 22
    }

    static func name(of type: Int) -> StaticString {
        switch type {
        case 0: "Produce"
        case 1: "Fetch"
        case 2: "ListOffsets"
        case 3: "Metadata"
        case 4: "LeaderAndIsr"
        case 5: "StopReplica"
        case 6: "UpdateMetadata"
        case 7: "ControlledShutdown"
        case 8: "OffsetCommit"
        case 9: "OffsetFetch"
        case 10: "FindCoordinator"
        case 11: "JoinGroup"
        case 12: "Heartbeat"
        case 13: "LeaveGroup"
        case 14: "SyncGroup"
        case 15: "DescribeGroups"
        case 16: "ListGroups"
        case 17: "SaslHandshake"
        case 18: "ApiVersions"
        case 19: "CreateTopics"
        case 20: "DeleteTopics"
        case 21: "DeleteRecords"
        case 22: "InitProducerId"
        case 23: "OffsetForLeaderEpoch"
        case 24: "AddPartitionsToTxn"
        case 25: "AddOffsetsToTxn"
        case 26: "EndTxn"
        case 27: "WriteTxnMarkers"
        case 28: "TxnOffsetCommit"
        case 32: "DescribeConfigs"
        case 33: "AlterConfigs"
        case 36: "SaslAuthenticate"
        case 37: "CreatePartitions"
        case 42: "DeleteGroups"
        case 60: "DescribeCluster"
        default: ""
        }
    }

    static func write(_ message: FrameMessage, into writer: inout ByteWriter) throws(EncodingError) {
        try writer.announce(8 + message.content.count, width: 4)
        try writer.announce(message.type, width: 2)
        try writer.announce(0, width: 2)
        try writer.announce(message.number, width: 4)
        writer.write(message.content)
    }

    static let codec = codec(
        "kafka",
        "Kafka requests and responses",
        ports: [9092],
        layout: """
            request  | size 4 | API key 2 | version 2 | correlation id 4 | client id, body ... |
            response | size 4 | correlation id 4 | body ... |        size counts what follows it
            """,
        source: "Apache Kafka, \"A Guide To The Kafka Protocol\""
    )
}
