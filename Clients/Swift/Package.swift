// swift-tools-version: 6.2

// The SDK for apps. It is a package of its own, so that an app loads only swift-crypto with it.

import PackageDescription

var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// Warnings are errors only where Balise is developed. An app that depends on this package by path is built without this
// setting, so that a newer compiler with a new warning does not break the app.
if Context.environment["BALISE_WARNINGS_AS_ERRORS"] != nil { settings.append(.treatAllWarnings(as: .error)) }

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
    name: "balise-swift",
    platforms: [.macOS(.v15), .iOS(.v16)],
    products: [
        // This product is for apps. An app imports Balise, and BaliseJSON if it reads or writes its own JSON.
        .library(name: "Balise", targets: ["Balise", "BaliseJSON"]),
        // This product is for apps that also show the web app of Ecovelo.
        .library(name: "BaliseEcovelo", targets: ["BaliseEcovelo"]),
        // This product is for an app's tests: a server in the same process.
        .library(name: "BaliseTesting", targets: ["BaliseTesting"]),
        // This product is for the server, which shares these modules with the SDK.
        .library(name: "BaliseAPI", targets: ["BaliseAPI", "BaliseJSON"]),
        .library(name: "BaliseValues", targets: ["BaliseValues", "BaliseJSON"]),
        .library(name: "AppleDerivation", targets: ["AppleDerivation"]),
    ],
    dependencies: [
        // The range has all versions with the functions that the SDK uses, so that other packages may choose.
        .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0")
    ],
    targets: [
        .target(name: "BaliseJSON", swiftSettings: settings),
        // BaliseValues contains the words, times and contents that apps, the edge and the services share.
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
            name: "BaliseTests", dependencies: ["Balise", "BaliseTesting", "BaliseAPI", "BaliseJSON", crypto],
            swiftSettings: settings),
        .testTarget(
            name: "BaliseEcoveloTests", dependencies: ["BaliseEcovelo", "Balise", "BaliseAPI", "BaliseJSON"],
            exclude: ["WebView/scripts.json"], swiftSettings: settings),
        .testTarget(
            name: "BaliseTestingTests", dependencies: ["Balise", "BaliseTesting", "BaliseAPI", "BaliseJSON"],
            swiftSettings: settings),
    ]
)

// Only `make docs` needs the plugin for the documentation; apps do not resolve it.
if Context.environment["BALISE_DOCS"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"))
}
