import Models
import ServiceRuntime
import ServiceSettings

struct OAuthContext: Sendable {
    let services: any Services
    let authenticator: Authenticator
    /// Limits the wrong secrets of an address across all APIs.
    let attempts: AttemptLimiter
    let clock: any WallClock
    /// The `iss` of this server's tokens.
    private let issuer: String
    private let ownAddress: EdgeAddress
    /// The audiences for tokens, beside Balise itself.
    private let audiences: [String]
    /// Whether identity providers are set, so that their tokens are known.
    let hasIssuers: Bool

    init(
        _ services: any Services, authenticator: Authenticator, attempts: AttemptLimiter, settings: Settings,
        clock: any WallClock
    ) {
        self.services = services
        self.authenticator = authenticator
        self.attempts = attempts
        self.clock = clock
        issuer = settings.sessions.issuer
        ownAddress = EdgeAddress(settings.http)
        audiences = settings.oauth.audiences
        hasIssuers = !settings.issuers.isEmpty
    }

    /// Whether addresses in answers come from the settings, not from the client's request.
    var hasOwnAddress: Bool { ownAddress.isSet }

    /// The edge's address for clients, without a slash at its end.
    ///
    /// Throws 400 for an invalid host in the request.
    func address(for request: EdgeRequest) throws(EdgeError) -> String { try ownAddress.text(for: request) }

    /// The issuer in the metadata (RFC 8414, section 2): that of the tokens if it is an address, else the edge's
    /// address.
    func issuer(for request: EdgeRequest) throws(EdgeError) -> String {
        let isAddress = issuer.hasPrefix("https://") || issuer.hasPrefix("http://")
        return isAddress ? issuer : try address(for: request)
    }

    /// The requested audience of a token; nil for Balise itself, under any of its names.
    func audience(_ named: String?, _ request: EdgeRequest) throws(EdgeError) -> String? {
        guard let named, named != issuer, named != (try issuer(for: request)) else { return nil }
        return named
    }

    /// Whether tokens may have this audience, so that a refusal has another reason.
    func knows(audience: String?) -> Bool { audience.map(audiences.contains) ?? true }
}
