import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

struct PageSignIns: Sendable {
    /// Those with a web sign-in, by the operator's names for them.
    let providers: [String]
    let hasPasskeys: Bool
    let address: EdgeAddress

    init(_ settings: Settings) {
        providers = settings.issuers.filter { $0.signIn != nil }.map(\.name)
        hasPasskeys = settings.passkeys.relyingParty != nil
        address = EdgeAddress(settings.http)
    }
}

/// The verifier (RFC 7636) of a sign-in that the page has begun.
enum PageVerifier {
    private static let cookie = ProviderCookie(
        name: "balise_provider", nameOverHTTPS: "__Host-balise-provider",
        path: "\(PagesAPI.root)\(PagesRoutes.provider)")
    /// In seconds, for the provider and then a password.
    private static let lifetime: Int64 = 900

    static func setting(_ verifier: SecretText, isSecure: Bool) -> HTTPField {
        cookie.setting(verifier, seconds: lifetime, isSecure: isSecure)
    }

    static func clearing(isSecure: Bool) -> HTTPField { cookie.clearing(isSecure: isSecure) }

    static func value(in headers: RequestHeaders, isSecure: Bool) -> SecretText? {
        cookie.value(in: headers, isSecure: isSecure)
    }
}
