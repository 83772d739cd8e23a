import Crypto
import CryptoExtras
import Foundation
import Models
import ServiceSettings

/// The usable keys of an issuer, from a JSON Web Key Set (RFC 7517, section 5).
struct KeySet: Sendable {
    struct Unusable: Error, CustomStringConvertible {
        let description = "the answer is no key set with a key of RSA, P-256, P-384, P-521 or Ed25519"
    }

    private let keys: [VerificationKey]

    init() { keys = [] }

    /// Reads a key set. Skips keys of unsupported types and keys for another use, as section 5 requires.
    init(json: Data) throws(Unusable) {
        guard let document = try? JSONDecoder().decode(Document.self, from: json) else { throw Unusable() }
        keys = document.keys.compactMap(\.key)
        guard !keys.isEmpty else { throw Unusable() }
    }

    var isEmpty: Bool { keys.isEmpty }

    var names: Set<String> { Set(keys.compactMap(\.id)) }

    /// Returns the key for a token; nil if no key fits. A token without a key id gets the only suitable key. A key
    /// without an id, if it is the only suitable key, fits any token (OpenID Connect Core 1.0, section 10.1).
    func key(_ id: String?, _ algorithm: TokenAlgorithm) -> VerificationKey? {
        let all = keys.filter { $0.serves(algorithm) }
        if let id, let named = all.last(where: { $0.id == id }) { return named }
        guard all.count == 1, let only = all.first, id == nil || only.id == nil else { return nil }
        return only
    }

    func hasKey(named id: String?) -> Bool { id.map { id in keys.contains { $0.id == id } } ?? false }

    /// Whether several keys fit this algorithm, so that a token must name its key.
    func isAmbiguous(_ algorithm: TokenAlgorithm) -> Bool { keys.count { $0.serves(algorithm) } > 1 }

    private struct Document: Decodable {
        let keys: [Entry]
    }

    private struct Entry: Decodable {
        let key: VerificationKey?

        init(from decoder: any Decoder) throws { key = try? VerificationKey(from: decoder) }
    }
}

struct VerificationKey: Sendable {
    /// The issuer's id for the key; nil for a key without an id.
    let id: String?
    /// The `iss` of tokens that this key signs. Microsoft Entra names an issuer for each key; otherwise nil.
    let issuer: String?
    /// The algorithms of the key, chosen by its type, never by a token. The issuer may restrict them.
    private let algorithms: Set<TokenAlgorithm>
    private let isValid: @Sendable (_ signature: Data, _ data: Data, _ algorithm: TokenAlgorithm) -> Bool
    /// A hash that identifies the same key under any id.
    let fingerprint: Data

    func serves(_ algorithm: TokenAlgorithm) -> Bool { algorithms.contains(algorithm) }

    func verifies(_ signature: Data, of data: Data, by algorithm: TokenAlgorithm) -> Bool {
        serves(algorithm) && isValid(signature, data, algorithm)
    }
}

extension VerificationKey: Decodable {
    /// The members of a JSON Web Key (RFC 7517, section 4; RFC 7518, section 6; RFC 8037, section 2).
    private struct Members: Decodable {
        let kty: String
        let kid, use, alg, issuer, crv, n, e, x, y: String?
    }

    /// Reads a key. Throws for an unsupported type, or a key for another use.
    init(from decoder: any Decoder) throws {
        let members = try Members(from: decoder)
        func bytes(_ text: String?) throws -> [UInt8] {
            guard let bytes = text.flatMap({ base64URLDecoded($0.utf8) }) else { throw KeySet.Unusable() }
            return bytes
        }
        guard members.use ?? "sig" == "sig" else { throw KeySet.Unusable() }
        let kinds: Set<TokenAlgorithm>
        switch (members.kty, members.crv) {
        case ("RSA", _):
            let key = try _RSA.Signing.PublicKey(n: bytes(members.n), e: bytes(members.e))
            (fingerprint, kinds) = (key.derRepresentation, [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512])
            isValid = { signature, data, algorithm in
                key.isValidSignature(
                    _RSA.Signing.RSASignature(rawRepresentation: signature), for: algorithm.digest(of: data),
                    padding: algorithm.isPSS ? .PSS : .insecurePKCS1v1_5)
            }
        case ("EC", "P-256"):
            let key = try P256.Signing.PublicKey(rawRepresentation: bytes(members.x) + bytes(members.y))
            (fingerprint, kinds) = (key.rawRepresentation, [.es256])
            isValid = { signature, data, _ in
                (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
                    .map { key.isValidSignature($0, for: data) } ?? false
            }
        case ("EC", "P-384"):
            let key = try P384.Signing.PublicKey(rawRepresentation: bytes(members.x) + bytes(members.y))
            (fingerprint, kinds) = (key.rawRepresentation, [.es384])
            isValid = { signature, data, _ in
                (try? P384.Signing.ECDSASignature(rawRepresentation: signature))
                    .map { key.isValidSignature($0, for: data) } ?? false
            }
        case ("EC", "P-521"):
            let key = try P521.Signing.PublicKey(rawRepresentation: bytes(members.x) + bytes(members.y))
            (fingerprint, kinds) = (key.rawRepresentation, [.es512])
            isValid = { signature, data, _ in
                (try? P521.Signing.ECDSASignature(rawRepresentation: signature))
                    .map { key.isValidSignature($0, for: data) } ?? false
            }
        case ("OKP", "Ed25519"):
            let key = try Curve25519.Signing.PublicKey(rawRepresentation: bytes(members.x))
            (fingerprint, kinds) = (key.rawRepresentation, [.edDSA])
            isValid = { signature, data, _ in key.isValidSignature(signature, for: data) }
        default: throw KeySet.Unusable()
        }
        algorithms = members.alg.map { alg in kinds.filter { $0.isNamed(alg) } } ?? kinds
        guard !algorithms.isEmpty else { throw KeySet.Unusable() }
        (id, issuer) = (members.kid, members.issuer)
    }
}

/// A way of signing (RFC 7518, section 3.1; RFC 8037, section 3.1).
typealias TokenAlgorithm = IssuerSettings.Algorithm

extension TokenAlgorithm {
    init?(named name: String) {
        guard let algorithm = TokenAlgorithm.allCases.first(where: { $0.isNamed(name) }) else { return nil }
        self = algorithm
    }

    /// Whether a token's name means this algorithm. RFC 9864, section 2.2, has another name for EdDSA with Ed25519.
    func isNamed(_ name: String) -> Bool { rawValue == name || self == .edDSA && name == "Ed25519" }

    var isPSS: Bool { [.ps256, .ps384, .ps512].contains(self) }

    func digest(of data: Data) -> any Digest {
        switch self {
        case .rs256, .ps256, .es256: SHA256.hash(data: data)
        case .rs384, .ps384, .es384: SHA384.hash(data: data)
        case .rs512, .ps512, .es512, .edDSA: SHA512.hash(data: data)
        }
    }
}
