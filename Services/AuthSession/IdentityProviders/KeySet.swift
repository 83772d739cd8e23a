// The public keys of an issuer, as it publishes them.

import Crypto
import CryptoExtras
import Foundation
import JWTKit
import Models

/// A key that verifies signatures of one algorithm.
struct VerificationKey: Sendable {
    private enum Material: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
    }

    private let material: Material
    /// The same for the same key, whatever it is called.
    let fingerprint: Data

    init(_ key: _RSA.Signing.PublicKey) {
        material = .rsa(key)
        fingerprint = key.derRepresentation
    }

    init(_ key: P256.Signing.PublicKey) {
        material = .p256(key)
        fingerprint = key.rawRepresentation
    }

    /// By the type of the key, whatever a token says.
    var algorithm: TokenAlgorithm {
        switch material {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    func verifies(_ signature: Data, of data: Data) -> Bool {
        switch material {
        case .rsa(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: data, padding: .insecurePKCS1v1_5)
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: data)
        }
    }
}

/// The keys of an issuer that can be used here, out of a JSON Web Key Set (RFC 7517, section 5).
struct KeySet: Sendable {
    private struct Name: Hashable {
        let id: String
        let algorithm: TokenAlgorithm
    }

    /// An answer that is no key set, or has no key that can be used here.
    struct Unusable: Error, CustomStringConvertible {
        let description = "the answer is no key set with a key for RS256 or ES256"
    }

    private var keys: [Name: VerificationKey] = [:]

    /// No keys.
    init() {}

    /// Reads a key set. Leaves out keys of types that are not verified here, for another use, or without an id, as
    /// section 5 asks.
    init(json: Data) throws(Unusable) {
        guard let document = try? JSONDecoder().decode(Document.self, from: json) else { throw Unusable() }
        for entry in document.keys {
            guard let key = entry.verificationKey, let id = entry.key?.keyIdentifier?.string else { continue }
            keys[Name(id: id, algorithm: key.algorithm)] = key
        }
        guard !keys.isEmpty else { throw Unusable() }
    }

    var isEmpty: Bool { keys.isEmpty }

    /// The key of this name that verifies by this algorithm; without a name, the only one that does, if there is one.
    func key(_ id: String?, _ algorithm: TokenAlgorithm) -> VerificationKey? {
        if let id { return keys[Name(id: id, algorithm: algorithm)] }
        let all = keys.filter { $0.key.algorithm == algorithm }
        return all.count == 1 ? all.first?.value : nil
    }

    /// Whether there is a key of this name, whatever it is for.
    func hasKey(named id: String?) -> Bool { id.map { id in keys.keys.contains { $0.id == id } } ?? false }

    /// Whether several keys verify by this algorithm, so that a token has to name its own.
    func isAmbiguous(_ algorithm: TokenAlgorithm) -> Bool { keys.keys.count { $0.algorithm == algorithm } > 1 }

    var count: Int { keys.count }

    /// Those whose names another set does not have.
    func missing(in other: KeySet) -> KeySet {
        var missing = KeySet()
        missing.keys = keys.filter { !other.hasKey(named: $0.key.id) }
        return missing
    }

    /// Those of both sets.
    func joined(with other: KeySet) -> KeySet {
        var joined = KeySet()
        joined.keys = keys.merging(other.keys) { $1 }
        return joined
    }

    private struct Document: Decodable {
        let keys: [Entry]
    }

    private struct Entry: Decodable {
        /// Nil for a key of a kind that JWTKit does not know.
        let key: JWK?
        /// `sig` or nothing for a key that signs.
        let use: String?

        private enum CodingKeys: CodingKey { case use }

        init(from decoder: any Decoder) throws {
            use = try? decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .use)
            key = try? JWK(from: decoder)
        }

        var verificationKey: VerificationKey? {
            guard let key, use == nil || use == "sig" else { return nil }
            switch key.keyType {
            case .rsa:
                guard key.algorithm == nil || key.algorithm == .rs256, let n = bytes(key.modulus),
                    let e = bytes(key.exponent), let made = try? _RSA.Signing.PublicKey(n: n, e: e)
                else { return nil }
                return VerificationKey(made)
            case .ecdsa:
                guard key.algorithm == nil || key.algorithm == .es256, key.curve?.rawValue == "P-256",
                    let x = bytes(key.x), let y = bytes(key.y),
                    let made = try? P256.Signing.PublicKey(rawRepresentation: x + y)
                else { return nil }
                return VerificationKey(made)
            default: return nil
            }
        }

        private func bytes(_ text: String?) -> [UInt8]? { text.flatMap { base64URLDecoded($0.utf8) } }
    }
}
