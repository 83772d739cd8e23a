import Foundation
public import Models
public import ServiceRuntime

/// The lifetimes of sessions and their tokens.
public struct SessionSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.authSession: ["sessions"], .edge: ["sessions.issuer"]]

    /// The `iss` of access tokens.
    public var issuer: String
    public var accessTokenLifetime: Duration
    /// Unused sessions, unless the user asked to be remembered.
    public var idleLimit: Duration
    /// Other unused sessions.
    public var rememberedIdleLimit: Duration
    public var absoluteLimit: Duration
    /// Another one ends the least recently active.
    public var maximumPerAccount: Int
    /// How long a key signs access tokens before the next one replaces it.
    public var signingKeyLifetime: Duration
    /// Whether users get a notice of sign-ins on clients that are new for their accounts.
    public var signInNotices: Bool

    public init(_ reader: inout SettingsReader) {
        issuer = reader.read(
            "sessions.issuer", .text, default: "balise",
            "The issuer (`iss`) of access tokens. If it is an address, it must be that of http.publicUrl.")
        accessTokenLifetime = reader.read(
            "sessions.accessTokenLifetime", .span(.seconds(60) ... .days(30)), default: .days(1),
            "The life of an access token before the app has to refresh it.")
        idleLimit = reader.read(
            "sessions.idleLimit", .span(.seconds(60) ... .days(3650)), default: .days(30),
            "How long an unused session lives if its user did not ask to be remembered.")
        rememberedIdleLimit = reader.read(
            "sessions.rememberedIdleLimit", .span(.seconds(60) ... .days(3650)), default: .days(365),
            "How long an unused session lives if its user is remembered, or its app never refreshes.")
        absoluteLimit = reader.read(
            "sessions.absoluteLimit", .span(.seconds(60) ... .days(36_500)), default: .days(3650),
            "The longest life of a session.")
        maximumPerAccount = reader.read(
            "sessions.maximumPerAccount", .whole(1...1000), default: 10,
            "The most sessions of one account; one more ends the least recently active.")
        signingKeyLifetime = reader.read(
            "sessions.signingKeyLifetime", .span(.days(2) ... .days(3650)), default: .days(90),
            "How long a key signs access tokens before the next one does.")
        signInNotices = reader.read(
            "sessions.signInNotices", .flag, default: true,
            "Whether users are notified by mail and push of a sign-in to their account on a new device or app.")
        compareIssuer(withAddress: reader.earlier(HTTPSettings.self).publicURL, &reader)
    }
}

extension SectionNames { public var sessions: SessionSettings.Type { SessionSettings.self } }

extension SessionSettings {
    /// Clients reject metadata whose issuer is not the address they asked (RFC 8414, section 3.3).
    private func compareIssuer(withAddress url: URL?, _ reader: inout SettingsReader) {
        guard let url, issuer.hasPrefix("https://") || issuer.hasPrefix("http://") else { return }
        let address = url.absoluteString.withoutSlash
        guard issuer.withoutSlash != address else { return }
        reader.report(
            "sessions.issuer: \(issuer) is another address than http.publicUrl (\(address)), and clients refuse metadata that "
                + "name another issuer than the one they asked; set it to \(address), or to a word that is no address.")
    }
}

extension String {
    fileprivate var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

extension Duration {
    fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
