// Tells the tokens of an issuer from forgeries.

import Crypto
import Foundation
import Models
import ServiceRuntime

/// A token that its issuer has signed for here.
struct VerifiedToken: Sendable {
    let claims: TokenClaims
    /// All claims, as JSON.
    let json: Data
    /// The SHA-256 of what was signed.
    let digest: [UInt8]
    /// Nil where the token names none, and the issuer had no other.
    let keyID: String?
    /// The key that verified it, and by which algorithm.
    let key: VerificationKey
    let algorithm: TokenAlgorithm
}

/// Verifies tokens of one issuer. Nothing is remembered of a token.
struct TokenVerifier: Sendable {
    let issuer: TrustedIssuer
    let keys: KeySetCache
    let clock: any WallClock
    /// Told of each signature that was checked, and whether it was genuine.
    var checked: @Sendable (Bool) -> Void = { _ in }

    /// Verifies a token.
    ///
    /// What needs no key is checked first, so that most garbage causes no request to the issuer.
    ///
    /// - Parameter source: Where the token comes from; each source may start one reading of the issuer's keys a minute.
    /// - Throws: `TokenRefusal`; `IssuerUnreachable` when the key is not known and the issuer cannot be asked now.
    func verify(_ text: SecretText, for purpose: TokenPurpose, source: String) async throws -> VerifiedToken {
        guard let token = SignedToken(text, maximumLength: TrustedIssuer.maximumTokenLength) else {
            throw TokenRefusal.malformed
        }
        let (keyID, algorithm) = try issuer.check(token.header, for: purpose)
        guard let claims = try? JSONDecoder().decode(TokenClaims.self, from: token.claims) else {
            throw TokenRefusal.malformed
        }
        try issuer.check(claims, for: purpose, at: clock.now())
        var key = try await keys.key(keyID, algorithm, for: source)
        var isGenuine = key.verifies(token.signature, of: token.signedPart, by: algorithm)
        if !isGenuine, keyID == nil || key.id == nil,
            let next = try await keys.key(after: key, keyID, algorithm, for: source)
        {
            key = next
            isGenuine = key.verifies(token.signature, of: token.signedPart, by: algorithm)
        }
        checked(isGenuine)
        guard isGenuine else { throw TokenRefusal.signature }
        try issuer.check(key, signing: claims)
        return VerifiedToken(
            claims: claims, json: token.claims, digest: Array(SHA256.hash(data: token.signedPart)), keyID: keyID,
            key: key, algorithm: algorithm)
    }
}
