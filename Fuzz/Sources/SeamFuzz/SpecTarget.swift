import Seam

extension FuzzTarget {
    /// Any text as a codec spec: an error in words, or a codec that decodes, and a spec that reads back.
    static let spec = FuzzTarget(name: "spec") { bytes in
        let text = String(decoding: [UInt8](copying: bytes), as: UTF8.self)
        do throws(SpecError) {
            let spec = try CodecSpec(text)
            let written = spec.description
            demand(try CodecSpec(written).layers == spec.layers, "a spec reads back as it was")
            let halves = try CodecRegistry.factory(spec).make()
            var batch = UnitBatch(wantsDetails: true)
            halves.client.feed(bytes, into: &batch)
            halves.client.finish(.closed, into: &batch)
        } catch {
            demand(!error.description.isEmpty, "an error has words")
        }
    }
}

/// Seeds of the target `spec`.
enum SpecSeed {
    /// The examples of all codecs, and spellings with every kind of sign.
    static var seeds: [String] {
        CodecRegistry.all.map(\.example) + [
            "stomp:version=1.1,max=1k,max-head=64,max-headers=3,max-command=11",
            "websocket/sockjs/stomp", "delimiter:bytes=0d0a|0a,max=4M,strip=no",
            #"delimiter:text=\,\/\|\x00\r\n"#,
            "tlc:type=0,length=8,order=little,counts=frame,first=length,max=1G",
            "length:offset=1,width=3,adjust=-4,strip=2,max=64k", "length:digits=4",
            "length:end=20,counts=frame",
            "fixed:size=16",
        ]
    }
}
