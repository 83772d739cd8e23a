// Settings of the API of the web app that lives inside a host's app.

public import ServiceRuntime

/// Who may call the Ecovelo API from a web view.
public struct EcoveloSettings: SettingsSection {
    /// The pages that may call: those of the web view on Android and on iOS.
    public var allowedOrigins: [String]

    package init(_ reader: inout SettingsReader) {
        allowedOrigins = reader.read(
            "ecovelo.allowedOrigins", .origins, default: ["https://localhost", "capacitor://localhost"],
            "The web views that may call the Ecovelo API, by the origin of their page.")
    }
}
