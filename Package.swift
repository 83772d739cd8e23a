// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
    // Generic functions of one module are compiled for the types of the others (decision 42).
    .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

/// The settings of the services: an asynchronous function continues on its caller's executor. Each change of executors,
/// even to the same one, costs as much as reading a short message.
let serviceSettings = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

/// A module under Shared/.
func shared(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Shared/\(name)", swiftSettings: settings)
}

/// A service's library. Its main program is in Main/.
func service(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Services/\(name)", exclude: ["Main"] + exclude,
        swiftSettings: serviceSettings)
}

/// The few lines that make a service's library a program.
func main(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: "\(name)Main",
        dependencies: [.byName(name: name), "CAllocator", "ServiceRuntime", "ServiceSettings"] + dependencies,
        path: "Services/\(name)/Main",
        swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)", resources: resources,
        swiftSettings: settings)
}

/// Tests of the SDK. The SDK's own package also runs them; here they use the modules that were built for the server.
func sdkTests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Clients/Swift/Tests/\(name)Tests", exclude: exclude,
        swiftSettings: settings)
}

/// The test modules to build, as in `BALISE_TESTS=Push,Edge`; all of them when the variable is not set. The one program
/// that holds all tests then contains only what these modules need.
let chosenTests = Context.environment["BALISE_TESTS"].map { names in
    Set(names.split(separator: ",").map { "\($0)Tests" })
}

func isChosen(_ target: Target) -> Bool { target.type != .test || chosenTests?.contains(target.name) ?? true }

let log = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHPACK = Target.Dependency.product(name: "NIOHPACK", package: "swift-nio-http2")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1 = Target.Dependency.product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioHTTPCompression = Target.Dependency.product(name: "NIOHTTPCompression", package: "swift-nio-extras")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let jwt = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let httpClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
// The products of the package in Clients/Swift: the SDK, and the modules that the server shares with it.
let sdk = Target.Dependency.product(name: "Balise", package: "balise-swift")
let ecovelo = Target.Dependency.product(name: "BaliseEcovelo", package: "balise-swift")
let api = Target.Dependency.product(name: "BaliseAPI", package: "balise-swift")
let values = Target.Dependency.product(name: "BaliseValues", package: "balise-swift")
let sdkTesting = Target.Dependency.product(name: "BaliseTesting", package: "balise-swift")
let appleDerivation = Target.Dependency.product(name: "AppleDerivation", package: "balise-swift")

let package = Package(
    name: "balise",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "balise-cli", targets: ["balise-cli"]),
        .executable(name: "edge", targets: ["EdgeMain"]),
        .executable(name: "auth-session", targets: ["AuthSessionMain"]),
        .executable(name: "identity", targets: ["IdentityMain"]),
        .executable(name: "location", targets: ["LocationMain"]),
        .executable(name: "preferences", targets: ["PreferencesMain"]),
        .executable(name: "push", targets: ["PushMain"]),
        .executable(name: "balise", targets: ["AllInOneMain"]),
    ],
    dependencies: [
        .package(name: "balise-swift", path: "Clients/Swift"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", exact: "1.7.4"),
        .package(url: "https://github.com/vapor/jwt-kit", exact: "5.7.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(
            url: "https://github.com/apple/swift-configuration", exact: "1.4.0",
            traits: ["YAML", "CommandLineArguments"]),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", exact: "1.7.3"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    ],
    targets: [
        // These modules are shared by the services. The innermost modules are first.
        .systemLibrary(name: "CZeroMQ", path: "Shared/CZeroMQ"),
        .target(name: "CPostgreSQL", path: "Shared/CPostgreSQL"),
        // The allocator of glibc takes a tenth of the time of a request.
        .target(
            name: "CAllocator", path: "Shared/CAllocator",
            linkerSettings: [.linkedLibrary("jemalloc", .when(platforms: [.linux]))]),
        shared("CBOR"),
        shared("Models", ["CBOR", values]),
        shared("AppleAccounts", [appleDerivation, "Models"]),
        shared("MessageBus", ["CBOR", "Models", "CZeroMQ", tracing]),
        shared("Storage", ["CPostgreSQL", "Models", crypto, grdb]),
        shared("WebAuthn", ["CBOR", "Models", crypto, cryptoExtras]),
        shared("PasskeyStorage", ["Models", "Storage", "WebAuthn"]),
        shared("Sealing", [crypto]),
        // These modules store and encrypt backups. Only programs that make backups link them.
        shared("Age", ["Models", values, crypto]),
        shared("ObjectStorage", ["Models", values, crypto, httpClient, nioCore, nioHTTP1]),
        shared("SMTP", ["Models", nioCore, nioPosix, nioSSL, nioTLS]),
        // The edge and the command-line client draw links as QR codes.
        shared("QRCodes"),
        // RedisData reads a Redis, from an RDB file or a running server. Only the operators' commands use it.
        shared("RedisData"),
        // These modules contain the operators' calls of the edge, and their commands. Apps use neither.
        shared("OperatorAPI", [api, "Models"]),
        shared(
            "OperatorCommands", ["OperatorAPI", "Models", "RedisData", api, argumentParser, crypto, cryptoExtras]),
        shared(
            "ServiceRuntime",
            [
                "Age", api, values, "Models", "MessageBus", "ObjectStorage", "OperatorCommands", "Storage", httpClient,
                nioCore, nioHTTP1, nioPosix, argumentParser, crypto, log, coreMetrics, lifecycle, configuration,
                tracing, yams,
            ]),

        // StorageMove is the command that moves data between files and a PostgreSQL database.
        shared("StorageMove", ["Models", "ServiceRuntime", "Storage", crypto]),

        // The command-line client uses the SDK, like any app.
        .executableTarget(
            name: "balise-cli", dependencies: [sdk, "QRCodes", argumentParser], path: "Clients/CommandLine",
            swiftSettings: settings),

        // The settings of the services, a folder for each service. They are one module, because all programs read the
        // settings of all services.
        .target(
            name: "ServiceSettings", dependencies: ["AppleAccounts", "Models", "ServiceRuntime"],
            path: "Services/Settings",
            swiftSettings: settings),

        .target(name: "CEdgeDocuments", path: "Services/Edge/Documents"),
        service(
            "Edge",
            [
                "CEdgeDocuments", "Models", api, "MessageBus", "OperatorAPI", "QRCodes", "ServiceRuntime",
                "ServiceSettings", httpTypes, nioCore, nioPosix,
                nioHTTP1, nioEmbedded, nioHTTPTypes, nioHTTPTypesHTTP1, nioHTTPCompression, nioSSL, nioWebSocket,
                crypto, log, coreMetrics, lifecycle, tracing,
            ], exclude: ["Documents", "OpenAPI/Document", "OpenAPI/openapi.yaml", "OpenAPI/openapi-operators.yaml"]),
        service(
            "AuthSession",
            [
                "AppleAccounts", "CBOR", "Models", "MessageBus", "PasskeyStorage", "Sealing", "Storage",
                "ServiceRuntime", "ServiceSettings", "WebAuthn", crypto, cryptoExtras, jwt,
                log, metrics, coreMetrics, lifecycle,
            ]),
        .target(name: "CMessageTemplates", path: "Services/Identity/Templates", exclude: ["en", "fr"]),
        service(
            "Identity",
            [
                "CMessageTemplates", "AppleAccounts", "CBOR", "Models", "MessageBus", "PasskeyStorage", "SMTP",
                "Sealing", "Storage", "ServiceRuntime", "ServiceSettings", "WebAuthn", crypto, cryptoExtras, log,
                metrics, coreMetrics, lifecycle,
            ], exclude: ["Templates", "Passwords/common-passwords.txt"]),
        service(
            "Location",
            [
                "CBOR", "Models", values, "MessageBus", "Storage", "ServiceRuntime", "ServiceSettings", crypto,
                cryptoExtras, log, metrics, lifecycle,
            ]),
        service(
            "Preferences",
            ["CBOR", "Models", "MessageBus", "Storage", "ServiceRuntime", "ServiceSettings", log, lifecycle]),
        service(
            "Push",
            [
                "CBOR", "Models", api, "MessageBus", "Storage", "ServiceRuntime", "ServiceSettings", crypto,
                cryptoExtras, jwt, httpClient, nioCore, nioHTTP1, nioPosix, nioTLS, nioHTTP2, nioHPACK, nioSSL, log,
                metrics, coreMetrics, lifecycle,
            ]),
        service(
            "AllInOne",
            ["AuthSession", "Edge", "Identity", "Location", "Preferences", "Push", "ServiceRuntime"]),
        main("AuthSession"), main("Edge"), main("Identity"), main("Location"), main("Preferences"),
        main("Push"), main("AllInOne", ["Edge", "StorageMove"]),

        // Helpers for the tests of one or of all modules. Fakes imitates other programs. Isolation gives each test its
        // own time, folder and surrounding services.
        .executableTarget(
            name: "cbor-peer", dependencies: ["CBOR"], path: "Tests/Interop/CBORPeer",
            swiftSettings: settings),
        .target(
            name: "Fakes",
            dependencies: [
                "Models", nioCore, nioPosix, nioHTTP1, nioHTTP2, nioHPACK, nioSSL, nioTLS, crypto, cryptoExtras, jwt,
                x509, asn1,
            ],
            path: "Tests/Fakes", swiftSettings: settings),
        .executableTarget(
            name: "stand-ins", dependencies: ["Fakes", crypto], path: "Tests/StandIns", swiftSettings: settings),
        .target(
            name: "Isolation", dependencies: ["CBOR", "Models", "MessageBus", "Storage", log], path: "Tests/Isolation",
            swiftSettings: settings),
        tests("CBOR", ["CBOR"]),
        tests("Models", ["CBOR", "Isolation", "Models", values]),
        tests("AppleAccounts", ["AppleAccounts", "Models"]),
        sdkTests("BaliseJSON", [api]),
        sdkTests("BaliseAPI", [api]),
        sdkTests("Balise", [sdk, sdkTesting, api, crypto]),
        sdkTests("BaliseEcovelo", [ecovelo, sdk, api], exclude: ["WebView/scripts.json"]),
        sdkTests("BaliseTesting", [sdk, sdkTesting, api]),
        tests("CommandLine", ["balise-cli", "QRCodes", sdk, argumentParser]),
        tests("MessageBus", ["CBOR", "Isolation", "Models", "MessageBus", "CZeroMQ"]),
        tests("Storage", ["Isolation", "Storage", "Models", grdb]),
        tests("StorageMove", ["Isolation", "Models", "Storage", "StorageMove"]),
        tests("SMTP", ["Fakes", "Isolation", "Models", "SMTP"]),
        tests("Age", ["Age", "Isolation", "Models", values]),
        tests("QRCodes", ["QRCodes"]),
        tests("RedisData", ["Isolation", "RedisData"]),
        tests("ObjectStorage", ["Isolation", "Models", "ObjectStorage", values, httpClient, nioHTTP1]),
        tests("Feeds", ["Isolation", "Storage", "MessageBus", "Models"]),
        tests(
            "Schemas",
            [
                "AuthSession", "Identity", "Isolation", "Location", "Models", "Preferences", "Push", "ServiceRuntime",
                "Storage", "StorageMove", grdb,
            ]),
        tests(
            "ServiceRuntime",
            [
                "Age", "ServiceRuntime", "ServiceSettings", "Fakes", "Isolation", "Models", "MessageBus",
                "OperatorAPI", "OperatorCommands", "Storage", "StorageMove", log, coreMetrics, lifecycle, tracing,
            ]),
        tests(
            "AuthSession",
            [
                "CBOR", "AuthSession", "AppleAccounts", "Fakes", "Isolation", "Models", "MessageBus", "Storage",
                "ServiceRuntime", "ServiceSettings", crypto, cryptoExtras, jwt, log, metrics, lifecycle,
            ]),
        tests(
            "Identity",
            [
                "CBOR", grdb, "Identity", "AppleAccounts", "Fakes", "Isolation", api, "Models", "MessageBus",
                "PasskeyStorage", "SMTP",
                "Storage", "ServiceRuntime", "ServiceSettings", "WebAuthn", crypto, cryptoExtras, log, metrics,
                lifecycle,
            ]),
        tests(
            "Preferences",
            [
                "Preferences", "CBOR", "Isolation", "Models", "MessageBus", "Storage", "ServiceRuntime",
                "ServiceSettings", log, lifecycle,
            ]),
        tests(
            "Push",
            [
                "CBOR", "Push", "Fakes", "Isolation", "Models", api, "MessageBus", "Storage", "ServiceRuntime",
                "ServiceSettings", crypto,
                cryptoExtras,
                jwt, nioCore, log, metrics, lifecycle,
            ]),
        tests(
            "Location",
            [
                "Location", "CBOR", "Fakes", "Isolation", "Models", "MessageBus", "Storage", "ServiceRuntime",
                "ServiceSettings", log, metrics, lifecycle,
            ]),
        tests(
            "Edge",
            [
                "Edge", "Fakes", "Isolation", "Models", api, "MessageBus", "OperatorAPI", "ServiceRuntime",
                "ServiceSettings", httpTypes,
                nioCore, nioPosix, nioHTTP1, nioSSL, nioWebSocket, log, lifecycle, yams,
            ]),
        tests(
            "EndToEnd",
            [
                "AllInOneMain", "AuthSessionMain", "EdgeMain", "IdentityMain", "LocationMain", "PreferencesMain",
                "PushMain", "stand-ins", "AppleAccounts", api, ecovelo, sdk, "Fakes", "Isolation", "Models", crypto,
                httpClient, nioCore, nioHTTP1, yams,
            ]),

        // These programs measure the published figures.
        .executableTarget(
            name: "bare-handler", dependencies: [hummingbird, nioCore, log], path: "Tests/Benchmarks/BareHandler",
            swiftSettings: settings),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CBOR", "Fakes", "Isolation", "Models", "MessageBus", "Push", "ServiceRuntime", "Storage", crypto, grdb,
                httpClient, nioCore, nioHTTP1, nioPosix,
            ],
            path: "Tests/Benchmarks",
            exclude: ["BareHandler", "Load"], swiftSettings: settings),
    ].filter(isChosen)
)

// The linker that the compiler chooses on Linux, gold, takes two to three times as long as lld.
for target in package.targets where target.type == .executable || target.type == .test {
    target.linkerSettings = [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]
}

if let unknown = chosenTests?.subtracting(package.targets.map(\.name)), !unknown.isEmpty {
    let names = unknown.map { $0.dropLast("Tests".count) }.sorted()
    fatalError("BALISE_TESTS names modules without tests: \(names); use names of folders in Tests, such as Push,Edge")
}
