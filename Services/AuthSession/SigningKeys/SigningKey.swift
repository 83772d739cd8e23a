import Crypto
import Foundation
import JWTKit
import Models
import Sealing

/// An Ed25519 key (RFC 8032).
struct SigningKey: Sendable {
    let id: String
    let privateKey: Curve25519.Signing.PrivateKey
    let publicKey: Curve25519.Signing.PublicKey
    let activeFrom: UnixTime
    let encodedHeader: String

    /// The `alg` of the key's tokens (RFC 8037, section 3.1).
    static let algorithm = "EdDSA"

    init(id: String, privateKey: Curve25519.Signing.PrivateKey, activeFrom: UnixTime) throws {
        self.id = id
        self.privateKey = privateKey
        publicKey = privateKey.publicKey
        self.activeFrom = activeFrom
        let header: JWTHeader = ["alg": .string(SigningKey.algorithm), "typ": "JWT", "kid": .string(id)]
        encodedHeader = base64URL(try SigningKey.encoder.encode(header))
    }

    /// The members are sorted, because a repeated answer must be the same.
    static let encoder: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}

struct StoredSigningKey: Hashable, Sendable {
    let id: String
    /// The 32 bytes of the private key, bound to the id (`BoundSeal`).
    let sealed: [UInt8]
    let activeFrom: UnixTime
}

extension SigningKey {
    static func make(id: String, activeFrom: UnixTime) throws -> SigningKey {
        try SigningKey(id: id, privateKey: Curve25519.Signing.PrivateKey(), activeFrom: activeFrom)
    }

    func sealed(with seal: SymmetricKey) throws -> StoredSigningKey {
        let sealed = try BoundSeal(key: seal).seal(Array(privateKey.rawRepresentation), boundTo: id)
        return StoredSigningKey(id: id, sealed: sealed, activeFrom: activeFrom)
    }

    /// Reads a stored key. Throws if it was sealed with another key, or was altered.
    init(_ stored: StoredSigningKey, seal: SymmetricKey) throws {
        guard let raw = BoundSeal(key: seal).open(stored.sealed, boundTo: stored.id) else {
            throw CryptoKitError.authenticationFailure
        }
        try self.init(
            id: stored.id, privateKey: try Curve25519.Signing.PrivateKey(rawRepresentation: raw),
            activeFrom: stored.activeFrom)
    }
}

/// Signs receipts as JWS in compact form (RFC 7515, section 7.1). Their own type (RFC 8725, section 3.11) and the
/// absence of a session distinguish them from tokens.
enum ReceiptSigner {
    static let type = "erasure-receipt+jwt"

    static func sign(_ receipt: ErasureReceipt, by key: SigningKey) throws -> String {
        let header: JWTHeader = [
            "alg": .string(SigningKey.algorithm), "typ": .string(type), "kid": .string(key.id),
        ]
        let parts = [try SigningKey.encoder.encode(header), try SigningKey.encoder.encode(receipt)]
        let body = parts.map { base64URL($0) }.joined(separator: ".")
        return "\(body).\(base64URL(try key.privateKey.signature(for: Data(body.utf8))))"
    }
}
