// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A library or executable of the house (DESIGN section 3): its name and what it may import.
func house(
    _ name: String,
    _ imports: String...,
    embedded: [String] = [],
    links: [LinkerSetting] = []
) -> Target {
    .target(
        name: name,
        dependencies: imports.map { .init(stringLiteral: $0) },
        resources: embedded.map { .embedInCode($0) },
        swiftSettings: settings,
        linkerSettings: links
    )
}

/// The archives of OpenSSL where the linker can be told so: loading its shared libraries would cost every start of
/// `seam` some milliseconds, for a TLS that it may never speak.
let openSSL: [LinkerSetting] = [
    .linkedLibrary(":libssl.a", .when(platforms: [.linux])),
    .linkedLibrary(":libcrypto.a", .when(platforms: [.linux])),
    .linkedLibrary("ssl", .when(platforms: [.macOS])),
    .linkedLibrary("crypto", .when(platforms: [.macOS])),
]
#if os(macOS)
let openSSLConfig: String? = "openssl"
#else
// It would name the shared libraries.
let openSSLConfig: String? = nil
#endif

func tests(_ name: String, _ imports: String...) -> Target {
    .testTarget(name: name, dependencies: imports.map { .init(stringLiteral: $0) }, swiftSettings: settings)
}

let package = Package(
    name: "seam",
    platforms: [.macOS(.v26)],
    products: [
        .executable(name: "seam", targets: ["SeamCLI"]),
        .executable(name: "seam-bench", targets: ["SeamBench"]),
        .library(name: "Seam", targets: ["Seam"]),
        .library(name: "SeamCodecs", targets: ["SeamCodecs"]),
        .library(name: "SeamConnection", targets: ["SeamConnection"]),
        .library(name: "SeamTesting", targets: ["SeamTesting"]),
    ],
    targets: [
        .systemLibrary(
            name: "CPcap",
            providers: [.apt(["libpcap-dev"]), .brew(["libpcap"])]
        ),
        .systemLibrary(
            name: "CZlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .systemLibrary(
            name: "CZstd",
            pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]
        ),
        .systemLibrary(
            name: "CNcurses",
            providers: [.apt(["libncurses-dev"]), .brew(["ncurses"])]
        ),
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: openSSLConfig,
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        .systemLibrary(name: "CGetopt"),
        .systemLibrary(name: "CPrefetch"),
        house("SeamBytes", "CPrefetch"),
        house("SeamPackets", "SeamBytes"),
        house("SeamStreams", "SeamBytes", "SeamPackets"),
        house("SeamCodecs", "SeamBytes", "CZlib"),
        house("SeamAnalysis", "SeamBytes", "SeamStreams", "SeamCodecs"),
        house("SeamConnection", "SeamBytes", "SeamPackets", "SeamCodecs", "COpenSSL", links: openSSL),
        house("SeamCapture", "SeamBytes", "CPcap", "CZlib", "CZstd"),
        house(
            "SeamReport",
            "SeamBytes",
            "SeamPackets",
            "SeamStreams",
            "SeamCodecs",
            "SeamAnalysis",
            embedded: ["Page"]
        ),
        house(
            "Seam",
            "SeamBytes",
            "SeamPackets",
            "SeamStreams",
            "SeamCodecs",
            "SeamAnalysis",
            "SeamCapture",
            "SeamReport"
        ),
        .executableTarget(
            name: "SeamCLI",
            dependencies: ["Seam", "SeamConnection", "SeamReport", "SeamTesting", "CGetopt", "CNcurses"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SeamExamples",
            dependencies: ["SeamBytes", "SeamPackets", "SeamCodecs", "SeamConnection"],
            path: "examples/connections",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SeamBench",
            dependencies: ["Seam", "SeamConnection", "SeamReport", "SeamTesting"],
            swiftSettings: settings
        ),
        house(
            "SeamTesting",
            "SeamBytes",
            "SeamPackets",
            "SeamStreams",
            "SeamCodecs",
            "SeamAnalysis",
            "SeamCapture",
            "SeamReport",
            "Seam"
        ),
        .executableTarget(
            name: "SeamScript",
            dependencies: ["SeamBytes", "SeamPackets", "SeamCapture", "SeamTesting"],
            swiftSettings: settings
        ),
        tests("SeamBytesTests", "SeamBytes"),
        tests("SeamPacketsTests", "SeamBytes", "SeamPackets"),
        tests(
            "SeamStreamsTests",
            "SeamBytes",
            "SeamPackets",
            "SeamStreams",
            "SeamCodecs",
            "SeamCapture",
            "Seam",
            "SeamTesting"
        ),
        tests("SeamCodecsTests", "SeamBytes", "SeamCodecs", "SeamTesting"),
        tests(
            "SeamAnalysisTests",
            "SeamBytes",
            "SeamStreams",
            "SeamCodecs",
            "SeamAnalysis",
            "SeamCapture",
            "Seam",
            "SeamTesting"
        ),
        tests("SeamCaptureTests", "SeamCapture", "SeamBytes"),
        tests(
            "SeamConnectionTests",
            "SeamBytes",
            "SeamPackets",
            "SeamCodecs",
            "SeamConnection",
            "SeamExamples"
        ),
        tests(
            "SeamTestingTests",
            "SeamBytes",
            "SeamPackets",
            "SeamCapture",
            "SeamCodecs",
            "SeamTesting",
            "Seam"
        ),
        tests("SeamReportTests", "SeamReport", "SeamBytes", "SeamPackets", "SeamStreams", "SeamCodecs"),
        tests(
            "SeamCLITests",
            "SeamBytes",
            "SeamCLI",
            "Seam",
            "SeamConnection",
            "SeamReport",
            "SeamTesting"
        ),
        tests("SharedTests"),
        tests("TidyTests"),
    ]
)
