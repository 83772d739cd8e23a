import Foundation
public import Models
public import ServiceRuntime

/// The lifetimes of sessions and their tokens.
public struct SessionSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.authSession: ["sessions"], .edge: ["sessions.issuer"]]

    public var issuer: String
    public var accessTokenLifetime: Duration
    public var idleLimit: Duration
    public var rememberedIdleLimit: Duration
    public var absoluteLimit: Duration
    public var maximumPerAccount: Int
    public var signingKeyLifetime: Duration
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

    /// Reports an issuer that is an address other than the public address, because clients reject metadata of another
    /// issuer (RFC 8414, section 3.3).
    private func compareIssuer(withAddress url: URL?, _ reader: inout SettingsReader) {
        guard let url, issuer.hasPrefix("https://") || issuer.hasPrefix("http://") else { return }
        let address = url.absoluteString.withoutSlash
        guard issuer.withoutSlash != address else { return }
        reader.report(
            "sessions.issuer: \(issuer) is another address than http.publicUrl (\(address)), and clients refuse metadata that "
                + "name another issuer than the one they asked; set it to \(address), or to a word that is no address.")
    }
}

extension SectionNames { public var sessions: SessionSettings.Type { SessionSettings.self } }

extension String {
    fileprivate var withoutSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}

extension Duration {
    fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}

/// The token exchange (RFC 8693).
public struct OAuthSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.authSession: ["oauth"], .edge: ["oauth"]]

    public var audiences: [String]
    public var exchangedTokenLifetime: Duration
    public var redirectURIs: [String]

    public init(_ reader: inout SettingsReader) {
        audiences = reader.read(
            "oauth.audiences", .words("an audience such as shop"), default: [],
            "The audiences (other programs) that token exchange may name.")
        exchangedTokenLifetime = reader.read(
            "oauth.exchangedTokenLifetime", .span(.seconds(60) ... .seconds(3600)), default: .seconds(600),
            "The longest life of an exchanged token.")
        redirectURIs = reader.read(
            "oauth.redirectUris", .redirectURIs, default: [],
            "The addresses of your apps where users return after signing in on an identity provider's web page, "
                + "letter for letter.")
    }
}

extension SectionNames { public var oauth: OAuthSettings.Type { OAuthSettings.self } }

extension ValueForm where Value == [String] {
    /// The form for addresses of apps: their own schemes or https (RFC 6749, section 3.1.2), and http only for this
    /// machine (RFC 8252, section 7.3).
    fileprivate static let redirectURIs = ValueForm.list(
        "addresses", of: "an address such as com.example.app:/signed-in or https://app.example.com/signed-in"
    ) { text -> String? in
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), parts.fragment == nil,
            parts.user == nil, !["javascript", "data", "file", "about", "blob"].contains(scheme)
        else { return nil }
        switch scheme {
        case "https": return parts.host?.isEmpty == false ? text : nil
        case "http": return ["localhost", "127.0.0.1", "[::1]"].contains(parts.host ?? "") ? text : nil
        // An app's scheme is a reversed domain name (RFC 8252, section 7.1), or at least not a scheme of the web.
        default: return parts.path.isEmpty && parts.host == nil ? nil : text
        }
    }
}
