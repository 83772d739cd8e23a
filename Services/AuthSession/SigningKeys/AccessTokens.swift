import Crypto
import Foundation
import JWTKit
import Models

/// Signs and reads JWT (RFC 7519) with EdDSA (RFC 8037). JWTKit encodes the parts. The signature is made and checked
/// here, so a token can choose neither another algorithm nor a key outside the ring.
struct AccessTokens: Sendable {
    let ring: KeyRing
    let issuer: String
    /// The lifetime of a token in seconds.
    let lifetime: Int64

    private static let maximumLength = 2048
    private static let serializer = DefaultJWTSerializer(jsonEncoder: SigningKey.encoder)

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Makes a session's access token. The same rotation always gives the same token, because Ed25519 is deterministic
    /// (RFC 8032, section 5.1.6).
    func token(of session: SessionRecord, _ rotation: Rotation) throws -> (token: SecretText, expiresAt: UnixTime) {
        guard let key = ring.key(rotation.signingKey) else {
            throw Failure(description: "the signing key \(rotation.signingKey) is not there")
        }
        let claims = AccessClaims(session, rotation, issuer: issuer, lifetime: lifetime)
        return (try signed(claims, by: key), claims.end)
    }

    /// Makes a temporary token: an exchanged token, or a token for the Appwrite account API. It cannot be refreshed.
    func token(
        showing session: SessionRecord, signedBy key: SigningKey, from start: UnixTime, to end: UnixTime,
        exchange: AccessClaims.Exchange? = nil
    ) throws -> (token: SecretText, expiresAt: UnixTime) {
        let claims = AccessClaims(showing: session, issuer: issuer, from: start, to: end, exchange: exchange)
        return (try signed(claims, by: key), claims.end)
    }

    private func signed(_ claims: AccessClaims, by key: SigningKey) throws -> SecretText {
        let payload = try AccessTokens.serializer.serialize(claims, header: JWTHeader())
        let body = "\(key.encodedHeader).\(String(decoding: payload, as: UTF8.self))"
        let signature = try key.privateKey.signature(for: Data(body.utf8))
        return SecretText("\(body).\(base64URL(signature))")
    }

    /// Like `read`, but also finds a key that another process has just made.
    func readFromAnyProcess(_ text: SecretText) async -> AccessClaims? {
        if let claims = read(text) { return claims }
        guard ring.mayMissKeys, let token = SignedToken(text, maximumLength: AccessTokens.maximumLength),
            token.header.algorithm == SigningKey.algorithm, let id = token.header.keyID, ring.key(id) == nil,
            await ring.find(id)
        else { return nil }
        return read(text)
    }

    /// Returns the claims of a token that was signed here, expired or not; nil for any other token.
    func read(_ text: SecretText) -> AccessClaims? {
        guard let token = SignedToken(text, maximumLength: AccessTokens.maximumLength),
            token.header.algorithm == SigningKey.algorithm, let id = token.header.keyID, let key = ring.key(id),
            key.publicKey.isValidSignature(token.signature, for: token.signedPart),
            let claims = try? JSONDecoder().decode(AccessClaims.self, from: token.claims), claims.issuer == issuer
        else { return nil }
        return claims
    }
}

extension AccessClaims: JWTPayload {
    /// Accepts any claims, because callers check the expiry where it matters.
    func verify(using algorithm: some JWTAlgorithm) throws {}
}
