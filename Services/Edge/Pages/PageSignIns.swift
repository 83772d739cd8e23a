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
    private static let name = "balise_provider"
    private static let attributes = "Path=\(PagesAPI.root)\(PagesRoutes.provider); HttpOnly; SameSite=Lax"
    /// How many seconds a person may be away, and then take to type a password.
    private static let lifetime = 900

    static func setting(_ verifier: SecretText, isSecure: Bool) -> HTTPField {
        field("\(name)=\(verifier.value); Max-Age=\(lifetime); \(attributes)", isSecure)
    }

    static func clearing(isSecure: Bool) -> HTTPField { field("\(name)=; Max-Age=0; \(attributes)", isSecure) }

    /// What the browser shows; nil when it shows nothing.
    static func value(in headers: RequestHeaders) -> SecretText? {
        for pair in (headers.cookie ?? "").split(separator: ";") {
            let text = pair.drop { $0 == " " }
            guard text.hasPrefix("\(name)="), text.utf8.count > name.utf8.count + 1 else { continue }
            return SecretText(String(text.dropFirst(name.count + 1)))
        }
        return nil
    }

    private static func field(_ text: String, _ isSecure: Bool) -> HTTPField {
        HTTPField(name: .setCookie, value: isSecure ? text + "; Secure" : text)
    }
}
