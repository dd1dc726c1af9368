/// The codecs that specs can name.
public enum CodecRegistry {
    /// All of them, in the order in which they are listed.
    public static let all: [CodecDescription] = [
        DelimiterDecoder.codec,
        LineDecoder.codec,
        FixedDecoder.codec,
        VarintDecoder.codec,
        LengthDecoder.codec,
        TLCDecoder.codec,
        STOMPDecoder.codec,
        JSONDecoder.codec,
        ContentLengthDecoder.codec,
        NetstringDecoder.codec,
        MQTT.codec,
        Redis.codec,
        Postgres.codec,
        MySQL.codec,
        MongoDB.codec,
        Kafka.codec,
        AMQP.codec,
        Modbus.codec,
        DNS.codec,
        TLSRecords.codec,
        Thrift.codec,
        Dubbo.codec,
        SMPP.codec,
        Diameter.codec,
        LDAP.codec,
        BGP.codec,
        NBSS.codec,
        RTMP.codec,
        RTSP.codec,
        SIP.codec,
        SMTP.codec,
        FTP.codec,
        IMAP.codec,
        IRC.codec,
        SSH.codec,
        HTTP2.codec,
        SunRPC.codec,
        DCERPC.codec,
        TPKT.codec,
        TDS.codec,
        TNS.codec,
        CQL.codec,
        Memcache.codec,
        OpenWire.codec,
        OPCUA.codec,
        ENIP.codec,
        DNP3.codec,
        IEC104.codec,
        Bitcoin.codec,
        Protobuf.codec,
        RHSocket.codec,
    ]

    /// The factory of a spec, or an error that says what is wrong with it.
    public static func factory(_ spec: CodecSpec) throws(SpecError) -> CodecFactory {
        guard let layer = spec.layers.first, spec.layers.count == 1 else { return try stack(spec) }
        let factory = try factory(layer)
        if let place = factory.innerOnly { throw SpecError("\(layer.name): \(place)") }
        return factory
    }

    /// The factory of one layer of a spec.
    static func factory(_ layer: CodecSpec.Layer) throws(SpecError) -> CodecFactory {
        guard let codec = all.first(where: { $0.name == layer.name }) else {
            throw SpecError("no codec '\(layer.name)'; `seam codecs` lists them")
        }
        var parameters = SpecParameters(layer)
        let factory = try codec.configure(&parameters)
        try parameters.finish()
        return factory
    }

    /// The factory of a spec as written.
    public static func factory(_ text: String) throws(SpecError) -> CodecFactory {
        try factory(CodecSpec(text))
    }
}
