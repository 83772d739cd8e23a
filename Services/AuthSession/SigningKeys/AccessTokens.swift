// Access tokens: signed and read.

import Crypto
import Foundation
import JWTKit
import Models

/// Signs and reads access tokens (JWT, RFC 7519, with EdDSA, RFC 8037).
///
/// JWTKit encodes the parts. The signature is made and checked here, always by the same algorithm: a token can choose
/// neither another algorithm nor a key that is not on the ring.
struct AccessTokens: Sendable {
    let ring: KeyRing
    let issuer: String
    /// How long a token counts, in seconds.
    let lifetime: Int64

    /// Well over what a token needs.
    private static let maximumLength = 2048
    private static let serializer = DefaultJWTSerializer(jsonEncoder: SigningKey.encoder)

    /// Why a token cannot be signed.
    enum Failure: Error, CustomStringConvertible {
        case noKey(id: String)

        var description: String {
            switch self {
            case .noKey(let id): "the signing key \(id) is not there"
            }
        }
    }

    /// The current access token of a session, and when it ends. The same rotation always gives the same token, since
    /// Ed25519 is deterministic (RFC 8032, section 5.1.6).
    func token(of session: SessionRecord, _ rotation: Rotation) throws -> (token: SecretText, expiresAt: UnixTime) {
        guard let key = ring.key(rotation.signingKey) else { throw Failure.noKey(id: rotation.signingKey) }
        let claims = AccessClaims(session, rotation, issuer: issuer, lifetime: lifetime)
        return (try signed(claims, by: key), claims.end)
    }

    /// A token that shows a session for a while, and when it ends: one that was exchanged, or else one for the Appwrite
    /// account API. Nothing is refreshed with it.
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

    /// The same as `read`, also for a token that another process has signed with a key that it made a moment ago.
    func readFromAnyProcess(_ text: SecretText) async -> AccessClaims? {
        if let claims = read(text) { return claims }
        guard ring.mayMissKeys, let token = SignedToken(text, maximumLength: AccessTokens.maximumLength),
            token.header.algorithm == SigningKey.algorithm, let id = token.header.keyID, ring.key(id) == nil,
            await ring.find(id)
        else { return nil }
        return read(text)
    }

    /// What a genuine token says, expired or not; nil for anything that was not signed here.
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
    /// Nothing: whether the token has ended is asked of the clock where it matters.
    func verify(using algorithm: some JWTAlgorithm) throws {}
}
