// Settings of the API of the apps.

public import ServiceRuntime

/// Who may call the API of the apps, and how often.
public struct APISettings: SettingsSection {
    /// The web pages that may call from a browser.
    public var allowedOrigins: [String]
    /// How many wrong secrets an address may show in a minute.
    public var failuresPerMinute: Int
    /// How many accounts, other names of accounts, links for new passwords or codes an address may ask for in a minute, each
    /// counted by itself.
    public var registrationsPerMinute: Int
    /// How many callers the edge remembers between their requests.
    public var cachedPrincipals: Int
    /// Fields of profiles that apps may set beside those that are built in.
    public var profileFields: [String]

    package init(_ reader: inout SettingsReader) {
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
