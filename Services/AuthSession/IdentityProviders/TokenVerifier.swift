// Tells the tokens of an issuer from forgeries.

import Foundation
import Models
import ServiceRuntime

/// A token that its issuer has signed for here.
struct VerifiedToken: Sendable {
    let claims: TokenClaims
    /// All claims, as JSON.
    let json: Data
    /// Nil where the token names none, and the issuer had no other.
    let keyID: String?
    /// The key that verified it.
    let key: VerificationKey
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
    /// What can be seen without a key is looked at first, so that most garbage never has the issuer asked.
    ///
    /// - Throws: `TokenRefusal`; `IssuerUnreachable` when the key is not known and the issuer cannot be asked.
    func verify(_ text: SecretText, for purpose: TokenPurpose) async throws -> VerifiedToken {
        guard let token = SignedToken(text, longest: TrustedIssuer.longestToken) else { throw TokenRefusal.malformed }
        let (keyID, algorithm) = try issuer.check(token.header, for: purpose)
        guard let claims = try? JSONDecoder().decode(TokenClaims.self, from: token.claims) else {
            throw TokenRefusal.malformed
        }
        try issuer.check(claims, for: purpose, at: clock.now())
        var key = try await keys.key(keyID, algorithm)
        var isGenuine = key.verifies(token.signature, of: token.signedPart)
        if !isGenuine, keyID == nil, let next = await keys.onlyKey(after: key, algorithm) {
            key = next
            isGenuine = key.verifies(token.signature, of: token.signedPart)
        }
        checked(isGenuine)
        guard isGenuine else { throw TokenRefusal.signature }
        return VerifiedToken(claims: claims, json: token.claims, keyID: keyID, key: key)
    }
}
