// By what else than a password people sign in on the page for accounts.

import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

/// By what else than a password people sign in on the page for accounts, and where the page is.
struct PageSignIns: Sendable {
    /// The identity providers at whose web pages people sign in, by the names that the operator gave them.
    let providers: [String]
    /// Whether passkeys are set up.
    let hasPasskeys: Bool
    /// Where providers send people back to.
    let address: EdgeAddress

    init(_ settings: Settings) {
        providers = settings.issuers.filter { $0.signIn != nil }.map(\.name)
        hasPasskeys = settings.passkeys.relyingParty != nil
        address = EdgeAddress(settings.http)
    }
}

/// The cookie with the verifier (RFC 7636) of a sign-in at a provider that the page has begun.
enum PageVerifier {
    private static let cookie = ProviderCookie(
        name: "balise_provider", nameOverHTTPS: "__Host-balise-provider",
        path: "\(PagesAPI.root)\(PagesRoutes.provider)")
    /// How many seconds a person may be away, and then take to type a password.
    private static let lifetime: Int64 = 900

    static func setting(_ verifier: SecretText, isSecure: Bool) -> HTTPField {
        cookie.setting(verifier, seconds: lifetime, isSecure: isSecure)
    }

    static func clearing(isSecure: Bool) -> HTTPField { cookie.clearing(isSecure: isSecure) }

    /// What the browser shows; nil when it shows nothing.
    static func value(in headers: RequestHeaders, isSecure: Bool) -> SecretText? {
        cookie.value(in: headers, isSecure: isSecure)
    }
}
