import Models
import ServiceRuntime
import ServiceSettings

struct OAuthContext: Sendable {
    let parts: APIParts
    private let issuer: String
    private let ownAddress: EdgeAddress
    /// The audiences for tokens, beside Balise itself.
    private let audiences: [String]
    /// Without identity providers, their tokens are unknown.
    let hasIssuers: Bool

    init(_ parts: APIParts, settings: Settings) {
        self.parts = parts
        issuer = settings.sessions.issuer
        ownAddress = EdgeAddress(settings.http)
        audiences = settings.oauth.audiences
        hasIssuers = !settings.issuers.isEmpty
    }

    var hasOwnAddress: Bool { ownAddress.isSet }

    /// Without a slash at its end. Throws 400 for an invalid host in the request.
    func address(for request: EdgeRequest) throws(EdgeError) -> String { try ownAddress.text(for: request) }

    /// RFC 8414, section 2: the issuer of the tokens if it is an address, else the edge's address.
    func issuer(for request: EdgeRequest) throws(EdgeError) -> String {
        let isAddress = issuer.hasPrefix("https://") || issuer.hasPrefix("http://")
        return isAddress ? issuer : try address(for: request)
    }

    /// Nil for Balise itself, under any of its names.
    func audience(_ named: String?, _ request: EdgeRequest) throws(EdgeError) -> String? {
        guard let named, named != issuer, named != (try issuer(for: request)) else { return nil }
        return named
    }

    /// True means that a refusal has another reason.
    func knows(audience: String?) -> Bool { audience.map(audiences.contains) ?? true }
}
