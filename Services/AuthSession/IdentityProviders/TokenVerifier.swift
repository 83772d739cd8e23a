import Crypto
import Foundation
import Models
import ServiceRuntime

/// A token for this server, with a valid signature of its issuer.
struct VerifiedToken: Sendable {
    let claims: TokenClaims
    let json: Data
    let digest: [UInt8]
    /// The id of the key; nil if the token names no key, because the issuer has only one key.
    let keyID: String?
    let key: VerificationKey
    let algorithm: TokenAlgorithm
}

/// Verifies tokens of one issuer. It stores nothing about a token.
struct TokenVerifier: Sendable {
    let issuer: TrustedIssuer
    let keys: KeySetCache
    let clock: any WallClock
    /// Called after each check of a signature, with its result.
    var checked: @Sendable (Bool) -> Void = { _ in }

    /// Verifies a token. The checks without a key come first, so that most garbage causes no request to the issuer.
    /// Throws `TokenRefusal`, and `IssuerUnreachable` if the key is unknown and the issuer cannot be asked now.
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
