public import ServiceRuntime

/// The access to the Ecovelo API from a web view.
public struct EcoveloSettings: SettingsSection {
    /// The origins of the web view's pages on Android and on iOS.
    public var allowedOrigins: [String]

    package init(_ reader: inout SettingsReader) {
        allowedOrigins = reader.read(
            "ecovelo.allowedOrigins", .origins, default: ["https://localhost", "capacitor://localhost"],
            "The web views that may call the Ecovelo API, by the origin of their page.")
    }
}
