// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds seam builds this. `Scripts/fuzz.sh` builds it with
// `--sanitize fuzzer`, which instruments seam's own targets as well and brings libFuzzer's `main`.
let package = Package(
    name: "seam-fuzz",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "seam", path: "..")],
    targets: [
        .executableTarget(
            name: "SeamFuzz",
            dependencies: [
                .product(name: "Seam", package: "seam"),
                .product(name: "SeamTesting", package: "seam"),
            ],
            swiftSettings: [
                .enableExperimentalFeature("Lifetimes"),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .strictMemorySafety(),
                .treatAllWarnings(as: .error),
                .unsafeFlags(["-parse-as-library"]),
            ]
        )
    ]
)
