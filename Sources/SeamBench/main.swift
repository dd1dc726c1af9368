import Seam

func run(_ path: String, _ spec: String) throws {
    var options = PipelineOptions()
    options.codecs.add(try CodecRegistry.factory(spec), port: nil)
    var pipeline = Pipeline(options)
    var reader = try CaptureReader(files: [path])
    while let packet = try reader.next() { pipeline.take(packet) }
    pipeline.finish()
    var messages = 0
    var split = 0
    var joined = 0
    var undecoded = 0
    for index in pipeline.analyses.indices {
        for side in Side.allCases {
            let summary = pipeline.analyses[index][side].summary
            messages += summary.messages
            split += summary.verdicts[.split] + summary.verdicts[.splitAndCoalesced]
            joined += summary.verdicts[.coalesced] + summary.verdicts[.splitAndCoalesced]
            undecoded += summary.bytes[.undecoded]
        }
    }
    print(path, pipeline.packetCount, pipeline.table.connections.count, messages, split, joined, undecoded)
}

try run(CommandLine.arguments[1], CommandLine.arguments[2])
