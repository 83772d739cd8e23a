// Settings of sessions and their tokens.

/// For how long people stay signed in, and with what.
public struct SessionSettings: Sendable {
    /// The `iss` of access tokens.
    public var issuer: String
    /// How long an access token counts.
    public var accessTokenLifetime: Duration
    /// How long a session lives unused whose person did not ask to be remembered.
    public var idleLimit: Duration
    /// How long any other session lives unused.
    public var rememberedIdleLimit: Duration
    /// How long a session lives at all.
    public var absoluteLimit: Duration
    /// The most sessions of one account; one more ends the least recently active.
    public var maximumPerAccount: Int
    /// How long a key signs access tokens before the next one does.
    public var signingKeyLifetime: Duration

    init(_ reader: inout SettingsReader) {
        issuer = reader.read(
            "sessions.issuer", .text, default: "balise", "The issuer (`iss`) that access tokens name.")
        accessTokenLifetime = reader.read(
            "sessions.accessTokenLifetime", .span(.seconds(60) ... .days(30)), default: .days(1),
            "How long an access token counts before the app has to refresh it.")
        idleLimit = reader.read(
            "sessions.idleLimit", .span(.seconds(60) ... .days(3650)), default: .days(30),
            "How long a session lives unused when its person did not ask to be remembered.")
        rememberedIdleLimit = reader.read(
            "sessions.rememberedIdleLimit", .span(.seconds(60) ... .days(3650)), default: .days(365),
            "How long a session lives unused when its person is remembered, or its app never refreshes.")
        absoluteLimit = reader.read(
            "sessions.absoluteLimit", .span(.seconds(60) ... .days(36_500)), default: .days(3650),
            "How long a session lives at all.")
        maximumPerAccount = reader.read(
            "sessions.maximumPerAccount", .whole(1...1000), default: 10,
            "The most sessions of one account; one more ends the least recently active.")
        signingKeyLifetime = reader.read(
            "sessions.signingKeyLifetime", .span(.days(2) ... .days(3650)), default: .days(90),
            "How long a key signs access tokens before the next one does.")
    }
}

extension Duration {
    fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
