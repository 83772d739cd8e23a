import Crypto
import Foundation
import Models

/// Names from a provider's token, hashed by HMAC (RFC 2104). Without this installation's secret, a guessed name cannot
/// be checked against the hash.
struct IssuedNames: Hashable, Sendable {
    /// The name of the session here. It is made from the provider's session, else the installation, else the user.
    let session: [UInt8]
    let person: [UInt8]
    /// The name of the session at the provider; nil if the token contains no name.
    let providerSession: [UInt8]?
    let token: [UInt8]

    var all: [[UInt8]] { [session, person, token] + (providerSession.map { [$0] } ?? []) }
}

struct IssuedNaming: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// Makes the names. `subject` is the `sub`, `providerSession` the `sid`, `installation` the app's name for itself,
    /// `token` the SHA-256 of the token.
    func names(
        issuer: String, subject: String, providerSession: String?, installation: String?, token: [UInt8]
    ) -> IssuedNames {
        let parts =
            if let providerSession {
                ["session of a provider's", issuer, subject, providerSession]
            } else if let installation {
                ["session of an installation", issuer, subject, installation]
            } else {
                ["session", issuer, subject]
            }
        return IssuedNames(
            session: name(parts.map { Array($0.utf8) }), person: person(issuer: issuer, subject: subject),
            providerSession: providerSession.map { self.providerSession(issuer: issuer, id: $0) },
            token: name([Array("token".utf8), token]))
    }

    func person(issuer: String, subject: String) -> [UInt8] {
        name(["person", issuer, subject].map { Array($0.utf8) })
    }

    func providerSession(issuer: String, id: String) -> [UInt8] {
        name(["provider's session", issuer, id].map { Array($0.utf8) })
    }

    func logout(issuer: String, id: String) -> [UInt8] { name(["logout", issuer, id].map { Array($0.utf8) }) }

    /// Returns the name of a used token. `token` is the SHA-256 of the signed part, without the signature, which a
    /// holder can write in several ways.
    func spent(_ token: [UInt8]) -> [UInt8] { name([Array("spent token".utf8), token]) }

    /// Hashes parts. The length precedes each part, so that no two lists of parts have the same input.
    private func name(_ parts: [[UInt8]]) -> [UInt8] {
        var hmac = HMAC<SHA256>(key: key)
        for part in parts {
            hmac.update(data: withUnsafeBytes(of: UInt64(part.count).bigEndian) { Data($0) })
            hmac.update(data: part)
        }
        return Array(hmac.finalize())
    }
}

/// The end of a session at a provider. Tokens issued until then are refused, because they outlive the session.
struct SignOutMark: Hashable, Sendable {
    /// The time of the end on the issuer's clock, in seconds since 1970.
    let issuedUpTo: Int64
    let reason: SessionEnd.Reason

    /// How long the mark is kept, in seconds. Older tokens are refused because of their age.
    static let kept = TrustedIssuer.maximumLifetime
    /// The time of a mark that refuses every token, whenever the token was issued.
    static let forever = Int64.max

    /// Whether a token is refused. `issuedAt` is in seconds; without it, the token may be older than the end.
    func refuses(issuedAt: Int64?) -> Bool { issuedAt.map { $0 <= issuedUpTo } ?? true }

    /// Returns the time of a mark. The provider's clock may be ahead: a token from before the end must not seem to be
    /// issued after it. `lastIssuedAt` is the `iat` of the session's latest token, in seconds.
    static func moment(of end: UnixTime, lastIssuedAt: Int64?) -> Int64 {
        max(end.rawValue / 1000, lastIssuedAt ?? .min)
    }
}
