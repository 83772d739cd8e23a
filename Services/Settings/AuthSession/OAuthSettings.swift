// Settings of the tokens that are made from others.

public import ServiceRuntime

/// What tokens may be exchanged for (RFC 8693).
public struct OAuthSettings: SettingsSection {
    /// For whom a token may be made, beside Balise itself.
    public var audiences: [String]
    /// How long an exchanged token counts at most.
    public var exchangedTokenLifetime: Duration

    package init(_ reader: inout SettingsReader) {
        audiences = reader.read(
            "oauth.audiences", .words, default: [],
            "For which other programs a token may be made by token exchange, as they call themselves.")
        exchangedTokenLifetime = reader.read(
            "oauth.exchangedTokenLifetime", .span(.seconds(60) ... .seconds(3600)), default: .seconds(600),
            "How long an exchanged token counts at most.")
    }
}
