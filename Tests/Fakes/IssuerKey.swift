// Keys with which tests sign tokens, genuine and forged.

public import Crypto
public import CryptoExtras
import Foundation
import Models

/// A key that signs tokens.
public enum IssuerKey: Sendable {
    case rsa(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    /// HMAC with SHA-256, as a forger uses it who has nothing but a public key.
    case shared([UInt8])
    /// No signature.
    case none

    /// The `alg` of what it signs.
    public var algorithm: String {
        switch self {
        case .rsa: "RS256"
        case .p256: "ES256"
        case .shared: "HS256"
        case .none: "none"
        }
    }

    /// The RSA key that fake providers of a process begin with: to make one takes long, and hundreds of tests need one.
    static func firstRSA() throws -> IssuerKey { try first.get() }
    private static let first = Result { try IssuerKey.newRSA() }

    /// A new RSA key of 2048 bits.
    public static func newRSA() throws -> IssuerKey { .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)) }

    /// Signs the first two parts of a token.
    public func signature(of body: String) throws -> [UInt8] {
        let data = Data(body.utf8)
        switch self {
        case .rsa(let key): return Array(try key.signature(for: data, padding: .insecurePKCS1v1_5).rawRepresentation)
        case .p256(let key): return Array(try key.signature(for: data).rawRepresentation)
        case .shared(let secret):
            return Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: secret)))
        case .none: return []
        }
    }

    /// The public key as a JSON Web Key; nil for what has none.
    public func jwk(named id: String) throws -> String? {
        switch self {
        case .rsa(let key):
            let parts = try key.publicKey.getKeyPrimitives()
            return """
                {"kty":"RSA","kid":"\(id)","use":"sig","alg":"RS256","n":"\(base64URL(parts.modulus))",\
                "e":"\(base64URL(parts.publicExponent))"}
                """
        case .p256(let key):
            let raw = key.publicKey.rawRepresentation
            return """
                {"kty":"EC","crv":"P-256","kid":"\(id)","use":"sig","alg":"ES256","x":"\(base64URL(raw.prefix(32)))",\
                "y":"\(base64URL(raw.suffix(32)))"}
                """
        case .shared, .none: return nil
        }
    }

    /// The bytes of the public key as PEM, for forgers who take them for a shared secret.
    public var publicPEM: [UInt8] {
        switch self {
        case .rsa(let key): Array(key.publicKey.pemRepresentation.utf8)
        case .p256(let key): Array(key.publicKey.pemRepresentation.utf8)
        case .shared(let secret): secret
        case .none: []
        }
    }
}
