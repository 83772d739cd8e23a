// swift-tools-version: 6.2

// The SDK for apps, a package of its own: what an app adds brings swift-crypto along and nothing of the server.

import PackageDescription

var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// Warnings are errors where Balise is developed. An app that depends on this package by path compiles it by its own rules, so that
// a newer compiler with a new warning does not break the app.
if Context.environment["BALISE_WARNINGS_AS_ERRORS"] != nil { settings.append(.treatAllWarnings(as: .error)) }

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
    name: "balise-swift",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [
        // An app adds this. It imports Balise, and BaliseJSON where it reads or writes JSON of its own in a body.
        .library(name: "Balise", targets: ["Balise", "BaliseJSON"]),
        // An app adds this as well for the web app of Ecovelo.
        .library(name: "BaliseEcovelo", targets: ["BaliseEcovelo"]),
        // A server in the app's own process, for its tests.
        .library(name: "BaliseTesting", targets: ["BaliseTesting"]),
        // The server shares these with it.
        .library(name: "BaliseAPI", targets: ["BaliseAPI", "BaliseJSON"]),
        .library(name: "BaliseValues", targets: ["BaliseValues", "BaliseJSON"]),
        .library(name: "AppleDerivation", targets: ["AppleDerivation"]),
    ],
    dependencies: [
        // All versions that have what is used, so that an app's other packages may choose.
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0")
    ],
    targets: [
        .target(name: "BaliseJSON", swiftSettings: settings),
        // The words, times and content that apps, the edge and the services share. A leaf.
        .target(name: "BaliseValues", dependencies: ["BaliseJSON"], swiftSettings: settings),
        .target(name: "BaliseAPI", dependencies: ["BaliseJSON", "BaliseValues"], swiftSettings: settings),
        .target(name: "AppleDerivation", dependencies: [crypto], swiftSettings: settings),
        .target(
            name: "Balise", dependencies: ["AppleDerivation", "BaliseAPI", "BaliseJSON", "BaliseValues", crypto],
            resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: settings),
        .target(
            name: "BaliseEcovelo", dependencies: ["Balise", "BaliseAPI", "BaliseValues"],
            resources: [.copy("PrivacyInfo.xcprivacy"), .copy("WebView/ecovelo-sdk.js")], swiftSettings: settings),
        .target(
            name: "BaliseTesting", dependencies: ["Balise", "BaliseAPI", "BaliseJSON"], swiftSettings: settings),
        .testTarget(name: "BaliseJSONTests", dependencies: ["BaliseJSON"], swiftSettings: settings),
        .testTarget(name: "BaliseAPITests", dependencies: ["BaliseAPI", "BaliseJSON"], swiftSettings: settings),
        .testTarget(
            name: "BaliseTests", dependencies: ["Balise", "BaliseAPI", "BaliseJSON", crypto], swiftSettings: settings),
        .testTarget(
            name: "BaliseEcoveloTests", dependencies: ["BaliseEcovelo", "Balise", "BaliseAPI", "BaliseJSON"],
            exclude: ["WebView/scripts.json"], swiftSettings: settings),
        .testTarget(
            name: "BaliseTestingTests", dependencies: ["Balise", "BaliseTesting", "BaliseAPI", "BaliseJSON"],
            swiftSettings: settings),
    ]
)

// Only who builds the pages of the documentation (`make docs`) needs their plugin; apps do not resolve it.
if Context.environment["BALISE_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}
