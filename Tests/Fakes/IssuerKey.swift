public import Crypto
public import CryptoExtras
import Foundation
import Models

public enum IssuerKey: Sendable {
    case rsa(_RSA.Signing.PrivateKey)
    /// An RSA key that signs by RSASSA-PSS with SHA-256.
    case pss(_RSA.Signing.PrivateKey)
    case p256(P256.Signing.PrivateKey)
    case p384(P384.Signing.PrivateKey)
    case p521(P521.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
    /// HMAC with SHA-256, for a forger who has only a public key.
    case shared([UInt8])
    case none

    public var algorithm: String {
        switch self {
        case .rsa: "RS256"
        case .pss: "PS256"
        case .p256: "ES256"
        case .p384: "ES384"
        case .p521: "ES512"
        case .ed25519: "EdDSA"
        case .shared: "HS256"
        case .none: "none"
        }
    }

    /// The first RSA key of all fake providers in a process: making one is slow, and hundreds of tests need one.
    static func firstRSA() throws -> IssuerKey { try first.get() }
    private static let first = Result { try IssuerKey.newRSA() }

    public static func newRSA() throws -> IssuerKey { .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048)) }

    public func signature(of body: String) throws -> [UInt8] {
        let data = Data(body.utf8)
        switch self {
        case .rsa(let key): return Array(try key.signature(for: data, padding: .insecurePKCS1v1_5).rawRepresentation)
        case .pss(let key): return Array(try key.signature(for: data, padding: .PSS).rawRepresentation)
        case .p256(let key): return Array(try key.signature(for: data).rawRepresentation)
        case .p384(let key): return Array(try key.signature(for: data).rawRepresentation)
        case .p521(let key): return Array(try key.signature(for: data).rawRepresentation)
        case .ed25519(let key): return Array(try key.signature(for: data))
        case .shared(let secret):
            return Array(HMAC<SHA256>.authenticationCode(for: data, using: SymmetricKey(data: secret)))
        case .none: return []
        }
    }

    /// - Parameters:
    ///   - id: Its `kid`; nil for a key without an id.
    ///   - more: Further members and their values as JSON.
    public func jwk(named id: String?, more: [String: String] = [:]) throws -> String? {
        guard var members = try publicMembers() else { return nil }
        members["alg"] = TokenDraft.text(algorithm)
        members["use"] = TokenDraft.text("sig")
        members["kid"] = id.map(TokenDraft.text)
        return TokenDraft.object(members.merging(more) { $1 })
    }

    private func publicMembers() throws -> [String: String]? {
        func members(_ type: String, _ values: [String: some ContiguousBytes], curve: String? = nil) -> [String: String]
        {
            var members = values.mapValues { value in TokenDraft.text(base64URL(value.withUnsafeBytes { Array($0) })) }
            members["kty"] = TokenDraft.text(type)
            members["crv"] = curve.map(TokenDraft.text)
            return members
        }
        func point(_ raw: Data, _ curve: String) -> [String: String] {
            members("EC", ["x": raw.prefix(raw.count / 2), "y": raw.suffix(raw.count / 2)], curve: curve)
        }
        switch self {
        case .rsa(let key), .pss(let key):
            let parts = try key.publicKey.getKeyPrimitives()
            return members("RSA", ["n": parts.modulus, "e": parts.publicExponent])
        case .p256(let key): return point(key.publicKey.rawRepresentation, "P-256")
        case .p384(let key): return point(key.publicKey.rawRepresentation, "P-384")
        case .p521(let key): return point(key.publicKey.rawRepresentation, "P-521")
        case .ed25519(let key): return members("OKP", ["x": key.publicKey.rawRepresentation], curve: "Ed25519")
        case .shared, .none: return nil
        }
    }

    /// The bytes of the public key as PEM, for forgers who use them as a shared secret.
    public var publicPEM: [UInt8] {
        switch self {
        case .rsa(let key), .pss(let key): Array(key.publicKey.pemRepresentation.utf8)
        case .p256(let key): Array(key.publicKey.pemRepresentation.utf8)
        case .p384(let key): Array(key.publicKey.pemRepresentation.utf8)
        case .p521(let key): Array(key.publicKey.pemRepresentation.utf8)
        case .ed25519(let key): Array(key.publicKey.rawRepresentation)
        case .shared(let secret): secret
        case .none: []
        }
    }
}

/// The members of both parts are raw JSON.
public struct TokenDraft: Sendable {
    public var header: [String: String]
    public var claims: [String: String]
    /// Text after the members of the claims, for repeated members.
    public var moreClaims = ""

    public static func text(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }

    public func signed(by key: IssuerKey) throws -> String {
        let body = "\(base64URL(TokenDraft.object(header).utf8)).\(base64URL(object().utf8))"
        return "\(body).\(base64URL(try key.signature(of: body)))"
    }

    private func object() -> String {
        let members = TokenDraft.object(claims)
        return moreClaims.isEmpty ? members : "\(members.dropLast()),\(moreClaims)}"
    }

    static func object(_ members: [String: String]) -> String {
        "{" + members.sorted { $0.key < $1.key }.map { "\(text($0.key)):\($0.value)" }.joined(separator: ",") + "}"
    }
}
