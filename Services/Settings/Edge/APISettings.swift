public import Models
public import ServiceRuntime

/// The access to the API of the apps, and its limits.
public struct APISettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.edge: ["api"]]

    public var allowedOrigins: [String]
    /// Per address and minute.
    public var failuresPerMinute: Int
    /// Per address and minute, separately for new accounts, name changes, password links and codes.
    public var registrationsPerMinute: Int
    public var cachedPrincipals: Int
    /// In addition to the built-in ones.
    public var profileFields: [String]

    public init(_ reader: inout SettingsReader) {
        allowedOrigins = reader.read(
            "api.allowedOrigins", .origins, default: [], "The web pages that may call from a browser.")
        failuresPerMinute = reader.read(
            "api.failuresPerMinute", .whole(1...1_000_000), default: 30,
            "How many wrong passwords, and wrong tokens and keys, an address may show in a minute before further wrong ones are answered 429."
        )
        registrationsPerMinute = reader.read(
            "api.registrationsPerMinute", .whole(1...1_000_000), default: 60,
            "How many accounts, changes of names, password links or codes an address may ask for in a minute. Each kind is counted separately."
        )
        cachedPrincipals = reader.read(
            "api.cachedPrincipals", .whole(0...1_000_000), default: 10_000,
            "How many callers the edge remembers between their requests.")
        profileFields = reader.read(
            "api.profileFields", .words, default: [],
            "The members that your apps may keep in profiles, in addition to those in docs/accounts.md.")
    }
}

extension SectionNames { public var api: APISettings.Type { APISettings.self } }
