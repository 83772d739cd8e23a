// What all calls of the OAuth API share.

import Foundation
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
    private let publicURL: URL?
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
        publicURL = settings.http.publicURL
        audiences = settings.oauth.audiences
        hasIssuers = !settings.issuers.isEmpty
    }

    /// Whether what a client is told of addresses is the same for all clients, and no repetition of what it sent.
    var hasOwnAddress: Bool { publicURL != nil }

    /// Where the edge is, as clients write it, without a slash at the end.
    ///
    /// Throws 400 for a client that asked for a host that cannot be one.
    func address(for request: EdgeRequest) throws(EdgeError) -> String {
        if let publicURL { return withoutSlash(publicURL.absoluteString) }
        let host = request.headers.host ?? "localhost"
        guard !host.isEmpty, host.utf8.allSatisfy(isOfHost) else { throw .invalid("the Host is no name of a host") }
        return "\(request.headers.isSecure ? "https" : "http")://\(host)"
    }

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

private func withoutSlash(_ text: String) -> String { text.hasSuffix("/") ? String(text.dropLast()) : text }

/// Whether a byte may stand in a host with a port (RFC 3986, section 3.2.2), names with escapes left aside.
private func isOfHost(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-._:[]".utf8.contains(byte)
}
