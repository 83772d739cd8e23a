// Under which names the database knows what a token of an identity provider is about.

import Crypto
import Foundation

/// Names for what an identity provider's token is about. Without the secret of this installation they lead back to
/// nobody.
struct IssuedNames: Hashable, Sendable {
    /// The session here: that of the provider's session, else of the installation, else the only one of its person.
    let session: [UInt8]
    /// The person at the provider.
    let person: [UInt8]
    /// The session at the provider; nil when the token names none.
    let providerSession: [UInt8]?
    /// The token itself.
    let token: [UInt8]

    /// All of them, the session first.
    var all: [[UInt8]] { [session, person, token] + (providerSession.map { [$0] } ?? []) }
}

/// Makes the names: HMACs (RFC 2104) under a key of this installation.
struct IssuedNaming: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// - Parameters:
    ///   - subject: The `sub`.
    ///   - providerSession: The `sid`.
    ///   - installation: What the app calls its installation.
    ///   - token: The SHA-256 of the token.
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

    /// - Parameter id: The `jti`.
    func logout(issuer: String, id: String) -> [UInt8] { name(["logout", issuer, id].map { Array($0.utf8) }) }

    /// - Parameter token: The SHA-256 of the signed part. The signature is left out, since whoever has the token can
    ///   write its signature in several ways.
    func spent(_ token: [UInt8]) -> [UInt8] { name([Array("spent token".utf8), token]) }

    /// Each part stands behind its length, so that no two lists of parts read the same.
    private func name(_ parts: [[UInt8]]) -> [UInt8] {
        var hmac = HMAC<SHA256>(key: key)
        for part in parts {
            hmac.update(data: withUnsafeBytes(of: UInt64(part.count).bigEndian) { Data($0) })
            hmac.update(data: part)
        }
        return Array(hmac.finalize())
    }
}
