import Foundation
public import Models
public import ServiceRuntime

/// The token exchange (RFC 8693).
public struct OAuthSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [.authSession: ["oauth"], .edge: ["oauth"]]

    /// In addition to Balise itself.
    public var audiences: [String]
    public var exchangedTokenLifetime: Duration
    /// The return addresses of apps after a sign-in at an identity provider.
    public var redirectURIs: [String]

    public init(_ reader: inout SettingsReader) {
        audiences = reader.read(
            "oauth.audiences", .words, default: [],
            "The audiences (other programs) that token exchange may name.")
        exchangedTokenLifetime = reader.read(
            "oauth.exchangedTokenLifetime", .span(.seconds(60) ... .seconds(3600)), default: .seconds(600),
            "The longest life of an exchanged token.")
        redirectURIs = reader.read(
            "oauth.redirectUris", .redirectURIs, default: [],
            "The addresses of your apps to which users return after signing in on an identity provider's web page, "
                + "letter for letter.")
    }
}

extension SectionNames { public var oauth: OAuthSettings.Type { OAuthSettings.self } }

extension ValueForm where Value == [String] {
    /// Apps' own schemes or https (RFC 6749, section 3.1.2); plain http only for this machine (RFC 8252, section 7.3).
    fileprivate static let redirectURIs = ValueForm.list(
        "addresses", of: "an address such as com.example.app:/signed-in or https://app.example.com/signed-in"
    ) { text -> String? in
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), parts.fragment == nil,
            parts.user == nil, !["javascript", "data", "file", "about", "blob"].contains(scheme)
        else { return nil }
        switch scheme {
        case "https": return parts.host?.isEmpty == false ? text : nil
        case "http": return ["localhost", "127.0.0.1", "[::1]"].contains(parts.host ?? "") ? text : nil
        // An app's scheme is a reversed domain name (RFC 8252, section 7.1), or at least not one of the web's.
        default: return parts.path.isEmpty && parts.host == nil ? nil : text
        }
    } write: {
        $0
    }
}
