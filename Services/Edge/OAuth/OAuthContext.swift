// What all calls of the OAuth API share.

import Models
import ServiceRuntime
import ServiceSettings

/// What the calls of the OAuth API are answered with.
struct OAuthContext: Sendable {
    let services: any Services
    let authenticator: Authenticator
    /// How many wrong secrets an address may show, whatever API it shows them to.
    let attempts: AttemptLimiter
    let clock: any WallClock
    /// The `iss` of the tokens that are made here.
    private let issuer: String
    private let ownAddress: EdgeAddress
    /// For whom a token may be made, beside Balise itself.
    private let audiences: [String]
    /// Whether tokens of others than Balise itself are known.
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

    /// Whether what a client is told of addresses is the same for all clients, and no repetition of what it sent.
    var hasOwnAddress: Bool { ownAddress.isSet }

    /// Where the edge is, as clients write it, without a slash at the end.
    ///
    /// Throws 400 for a client that asked for a host that cannot be one.
    func address(for request: EdgeRequest) throws(EdgeError) -> String { try ownAddress.text(for: request) }

    /// What the metadata name as the issuer (RFC 8414, section 2): the one of the tokens, where that is an address.
    func issuer(for request: EdgeRequest) throws(EdgeError) -> String {
        let isAddress = issuer.hasPrefix("https://") || issuer.hasPrefix("http://")
        return isAddress ? issuer : try address(for: request)
    }

    /// The audience of a token that is asked for; nil for Balise itself, under any of its names.
    func audience(_ named: String?, _ request: EdgeRequest) throws(EdgeError) -> String? {
        guard let named, named != issuer, named != (try issuer(for: request)) else { return nil }
        return named
    }

    /// Whether a token may be made for an audience, so that a refusal is about something else.
    func knows(audience: String?) -> Bool { audience.map(audiences.contains) ?? true }
}
