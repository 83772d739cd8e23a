// Settings of the tokens that are made from others.

import Foundation
public import ServiceRuntime

/// What tokens may be exchanged for (RFC 8693).
public struct OAuthSettings: SettingsSection {
    /// For whom a token may be made, beside Balise itself.
    public var audiences: [String]
    /// How long an exchanged token counts at most.
    public var exchangedTokenLifetime: Duration
    /// Where apps wait for people who have signed in at an identity provider.
    public var redirectURIs: [String]

    package init(_ reader: inout SettingsReader) {
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

extension ValueForm where Value == [String] {
    /// Addresses of apps (RFC 6749, section 3.1.2): with a scheme of their own, or https; http on this machine alone (RFC
    /// 8252, section 7.3).
    fileprivate static let redirectURIs = ValueForm.list(
        "addresses", of: "an address such as com.example.app:/signed-in or https://app.example.com/signed-in"
    ) { text -> String? in
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), parts.fragment == nil,
            parts.user == nil, !["javascript", "data", "file", "about", "blob"].contains(scheme)
        else { return nil }
        switch scheme {
        case "https": return parts.host?.isEmpty == false ? text : nil
        case "http": return ["localhost", "127.0.0.1", "[::1]"].contains(parts.host ?? "") ? text : nil
        // A scheme of an app's own is a domain name backwards (RFC 8252, section 7.1), or at least no word of the web's.
        default: return parts.path.isEmpty && parts.host == nil ? nil : text
        }
    } write: {
        $0
    }
}
