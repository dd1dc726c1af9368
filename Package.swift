// swift-tools-version: 6.2
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
    .enableExperimentalFeature("Lifetimes"),
    .enableExperimentalFeature("RawLayout"),
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

/// Libraries that are linked in on Linux where the system has archives of them: to load shared ones costs every start
/// of `seam` some tenths of a millisecond each, for a TLS that it may never speak or a screen that it may never draw.
func libraries(_ names: String...) -> [LinkerSetting] {
    #if os(macOS)
    return names.map { .linkedLibrary($0) }
    #else
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
    return names.map { name in
        let archive = "lib\(name).a"
        let isThere = folders.contains { FileManager.default.fileExists(atPath: "\($0)/\(archive)") }
        return .linkedLibrary(isThere ? ":\(archive)" : name)
    }
    #endif
}

#if os(macOS)
// libpcap is part of the system, the screen's terminal library is part of ncurses; pkg-config finds the others.
let (packetCapture, screen) = (libraries("pcap"), libraries("ncursesw"))
let (openSSLConfig, zstdConfig): (String?, String?) = ("openssl", "libzstd")
#else
// libpcap is loaded when it is needed (CPcap); pkg-config would name the shared libraries.
let (packetCapture, screen) = ([LinkerSetting](), libraries("ncursesw", "tinfo"))
let (openSSLConfig, zstdConfig): (String?, String?) = (nil, nil)
#endif

/// How the program is linked so that it starts as quickly as one in C.
///
/// Its addresses are fixed: to move a position-independent program, the loader writes to 230 pages of Swift's and
/// OpenSSL's tables, which takes as long as all else; heap, stack and the C library still move. Nothing looks for symbols
/// of the program, though the flags of Swift's static library export all. C++'s library is taken from its archive, where
/// there is one: Links/libstdc++.so leads the linker to it, since those flags name a shared library.
let quickStart: [LinkerSetting] = {
    let compilers = FileManager.default.enumerator(atPath: "/usr/lib/gcc")
    let hasArchive = compilers?.contains { ($0 as? String)?.hasSuffix("/libstdc++.a") == true } ?? false
    let links = hasArchive ? ["-L", "\(Context.packageDirectory)/Links"] : []
    return [
        .unsafeFlags(
            ["-Xclang-linker", "-no-pie", "-Xlinker", "--no-export-dynamic"] + links,
            .when(platforms: [.linux], configuration: .release)
        )
    ]
}()

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
            pkgConfig: zstdConfig,
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
        .target(name: "CAllocations"),
        house("SeamBytes", "CPrefetch"),
        house("SeamPackets", "SeamBytes"),
        house("SeamStreams", "SeamBytes", "SeamPackets"),
        house("SeamCodecs", "SeamBytes", "CZlib", links: libraries("z")),
        house("SeamAnalysis", "SeamBytes", "SeamStreams", "SeamCodecs"),
        house(
            "SeamConnection",
            "SeamBytes",
            "SeamPackets",
            "SeamCodecs",
            "COpenSSL",
            links: libraries("ssl", "crypto")
        ),
        house(
            "SeamCapture",
            "SeamBytes",
            "CPcap",
            "CZlib",
            "CZstd",
            links: packetCapture + libraries("zstd", "z")
        ),
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
            swiftSettings: settings,
            linkerSettings: screen + quickStart
        ),
        .executableTarget(
            name: "SeamExamples",
            dependencies: ["SeamBytes", "SeamPackets", "SeamCodecs", "SeamConnection"],
            path: "examples/connections",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SeamBench",
            dependencies: ["CAllocations", "Seam", "SeamConnection", "SeamReport", "SeamTesting"],
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
            "SeamAnalysis",
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
