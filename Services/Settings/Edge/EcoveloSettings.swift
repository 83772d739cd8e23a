public import Models
public import ServiceRuntime

public struct EcoveloSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.edge: ["ecovelo"]]

    /// The origins of the web view's pages on Android and on iOS.
    public var allowedOrigins: [String]

    public init(_ reader: inout SettingsReader) {
        allowedOrigins = reader.read(
            "ecovelo.allowedOrigins", .origins, default: ["https://localhost", "capacitor://localhost"],
            "The web views that may call the Ecovelo API, by the origin of their page.")
    }
}

extension SectionNames { public var ecovelo: EcoveloSettings.Type { EcoveloSettings.self } }
