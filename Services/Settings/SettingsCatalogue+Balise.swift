import Models
public import ServiceRuntime

extension SettingsCatalogue {
    /// The sections in the order of the reference. Every program knows all sections, so one file configures all.
    public static let balise = SettingsCatalogue([
        HTTPSettings.self, OperationsSettings.self, BusSettings.self, StorageSettings.self, SessionSettings.self,
        BackupSettings.self, MiataruSettings.self, PositionSettings.self, ForwarderSettings.self, PagesSettings.self,
        ConsoleSettings.self, APISettings.self, AppwriteSettings.self, IdentitySettings.self, PasskeySettings.self,
        AppleSettings.self, IssuerList.self, OAuthSettings.self, EcoveloSettings.self, PreferencesSettings.self,
        PushSettings.self,
        NotificationSettings.self, MessageSettings.self, LogSettings.self, TracingSettings.self,
    ])
}

extension Settings {
    /// The defaults, read once: hundreds of settings cost tens of milliseconds in a debug build.
    private static let defaults = Settings(defaultsOf: .balise)

    public init() { self = Settings.defaults }

    /// Reads the settings from the command line, the environment, the YAML file that one of them names, and the
    /// defaults. `arguments` are the options after the command; only variables with the prefix `BALISE_` are read.
    public static func load(arguments: [String], environment: [String: String]) throws(SettingsError) -> Settings {
        try load(.balise, arguments: arguments, environment: environment)
    }
}

extension ValueForm where Value == String {
    /// The name of a domain, which need not exist. Browsers require no TLS for this machine's name.
    static func domain(orLocalhost takesLocalhost: Bool = false) -> ValueForm {
        .plain("domain", allowed: "a domain in lower case such as example.com", refusal: "is not a domain") { text in
            let labels = text.split(separator: ".", omittingEmptySubsequences: false)
            let isDomain = labels.allSatisfy { label in
                let isPlain = label.utf8.allSatisfy {
                    $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
                }
                return isPlain && (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            }
            return isDomain && (labels.count > 1 || takesLocalhost && text == "localhost") && text.utf8.count <= 190
        }
    }
}
