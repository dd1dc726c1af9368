// Who embeds seam imports `Seam` alone.

@_exported public import SeamAnalysis
@_exported public import SeamBytes
@_exported public import SeamCapture
@_exported public import SeamCodecs
@_exported public import SeamPackets
@_exported public import SeamStreams
