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

/// The cookie (RFC 6265) with the verifier (RFC 7636) of a sign-in at a provider that the page has begun. It travels only to
/// where that ends, also with a person who comes from the provider.
enum PageVerifier {
    /// How many seconds a person may be away, and then take to type a password.
    private static let lifetime: Int64 = 900

    private static func cookie(isSecure: Bool) -> BrowserCookie {
        BrowserCookie(
            name: "balise_provider", path: PagesAPI.root + PagesRoutes.provider, sameSite: .lax, isSecure: isSecure)
    }

    static func setting(_ verifier: SecretText, isSecure: Bool) -> HTTPField {
        cookie(isSecure: isSecure).field(setting: verifier.value, seconds: lifetime)
    }

    static func clearing(isSecure: Bool) -> HTTPField { cookie(isSecure: isSecure).fieldClearing }

    /// What the browser shows; nil when it shows nothing.
    static func value(in headers: RequestHeaders) -> SecretText? {
        cookie(isSecure: headers.isSecure).value(in: headers).map { SecretText($0) }
    }
}
