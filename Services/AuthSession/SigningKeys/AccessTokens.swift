// Access tokens: signed and read.

import Crypto
import Foundation
import JWTKit
import Models

/// Signs and reads access tokens (JWT, RFC 7519, with EdDSA, RFC 8037).
///
/// JWTKit reads and writes the parts. The signature is made and checked here, at once and by the one algorithm that there
/// is: a token does not get to choose another one, nor a key that is not on the ring.
struct AccessTokens: Sendable {
    let ring: KeyRing
    let issuer: String
    /// How long a token counts, in seconds.
    let lifetime: Int64

    /// Well over what a token needs.
    private static let longest = 2048
    private static let parser = DefaultJWTParser(jsonDecoder: JSONDecoder())
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

    /// The present access token of a session, and when it ends. The same again as long as the rotation is the same, since
    /// Ed25519 is without chance (RFC 8032, section 5.1.6).
    func token(of session: SessionRecord, _ rotation: Rotation) throws -> (token: SecretText, expiresAt: UnixTime) {
        guard let key = ring.key(rotation.signingKey) else { throw Failure.noKey(id: rotation.signingKey) }
        let claims = AccessClaims(session, rotation, issuer: issuer, lifetime: lifetime)
        let payload = try AccessTokens.serializer.serialize(claims, header: JWTHeader())
        let body = "\(key.encodedHeader).\(String(decoding: payload, as: UTF8.self))"
        let signature = try key.privateKey.signature(for: Data(body.utf8))
        return (SecretText("\(body).\(base64URL(signature))"), claims.end)
    }

    /// What a genuine token says, expired or not; nil for anything that was not signed here.
    func read(_ text: SecretText) -> AccessClaims? {
        let bytes = Array(text.value.utf8)
        guard bytes.count <= AccessTokens.longest, let dot = bytes.lastIndex(of: UInt8(ascii: ".")),
            let parsed = try? AccessTokens.parser.parse(bytes, as: AccessClaims.self),
            parsed.header.alg == SigningKey.algorithm, let id = parsed.header.kid, let key = ring.key(id),
            key.publicKey.isValidSignature(parsed.signature, for: bytes[..<dot]),
            parsed.payload.issuer == issuer
        else { return nil }
        return parsed.payload
    }
}

extension AccessClaims: JWTPayload {
    /// Nothing: whether the token has ended is asked of the clock where it matters.
    func verify(using algorithm: some JWTAlgorithm) throws {}
}
