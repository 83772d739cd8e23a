// The public keys of passkeys (RFC 9052, section 7; RFC 9053, sections 2 and 7; RFC 8230 for RSA).

import Crypto
import CryptoExtras
import Foundation

/// How a passkey signs: its number among the algorithms of COSE.
package enum PasskeyAlgorithm: Int64, CaseIterable, Sendable {
    /// ECDSA with P-256 and SHA-256: what Apple's and Google's passkeys have.
    case es256 = -7
    /// EdDSA with Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256: what Windows Hello has.
    case rs256 = -257
}

/// A key as an authenticator writes it: a CBOR map with integers for keys.
struct COSEKey: Decodable {
    let type: Int64
    let algorithm: Int64
    /// -1: the curve; nil for a key of RSA, which has its modulus there.
    let curve: Int64?
    /// -1 of a key of RSA.
    let modulus: [UInt8]?
    /// -2: the first coordinate, or the exponent of a key of RSA.
    let x: [UInt8]
    /// -3
    let y: [UInt8]?

    private enum CodingKeys: Int, CodingKey { case type = 1, algorithm = 3, curve = -1, x = -2, y = -3 }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(Int64.self, forKey: .type)
        algorithm = try members.decode(Int64.self, forKey: .algorithm)
        let isRSA = type == 3
        curve = isRSA ? nil : try members.decode(Int64.self, forKey: .curve)
        modulus = isRSA ? try members.decode([UInt8].self, forKey: .curve) : nil
        x = try members.decode([UInt8].self, forKey: .x)
        y = isRSA ? nil : try members.decodeIfPresent([UInt8].self, forKey: .y)
    }
}

/// The public key of a passkey, as it is kept.
package struct PasskeyPublicKey: Hashable, Sendable {
    private static let rsaBits = 2048...4096

    package let algorithm: PasskeyAlgorithm
    /// Of ES256 the uncompressed point, of EdDSA the 32 bytes, of RS256 DER.
    package let bytes: [UInt8]

    /// A key that was kept.
    package init(_ algorithm: PasskeyAlgorithm, _ bytes: [UInt8]) {
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// A key that an authenticator has made. Kind and curve have to be those of the algorithm (W3C Web Authentication,
    /// section 5.8.5), the point one of the curve.
    init(_ key: COSEKey) throws(PasskeyRefusal) {
        guard let algorithm = PasskeyAlgorithm(rawValue: key.algorithm) else { throw .algorithm }
        self.algorithm = algorithm
        switch (algorithm, key.type, key.curve) {
        case (.es256, 2, 1?):
            guard let y = key.y, key.x.count == y.count,
                let point = try? P256.Signing.PublicKey(rawRepresentation: key.x + y)
            else { throw .key }
            bytes = Array(point.x963Representation)
        case (.edDSA, 1, 6?):
            guard let point = try? Curve25519.Signing.PublicKey(rawRepresentation: key.x) else { throw .key }
            bytes = Array(point.rawRepresentation)
        case (.rs256, 3, nil):
            guard let modulus = key.modulus, let made = try? _RSA.Signing.PublicKey(n: modulus, e: key.x),
                PasskeyPublicKey.rsaBits.contains(made.keySizeInBits)
            else { throw .key }
            bytes = Array(made.derRepresentation)
        default: throw .key
        }
    }

    /// Whether somebody who has the private key has signed this (section 6.5.6: how each algorithm writes it).
    func verifies(_ signature: [UInt8], of data: [UInt8]) -> Bool {
        switch algorithm {
        case .es256:
            guard let key = try? P256.Signing.PublicKey(x963Representation: bytes),
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: Data(data))
        case .edDSA:
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
            return key.isValidSignature(Data(signature), for: Data(data))
        case .rs256:
            guard let key = try? _RSA.Signing.PublicKey(derRepresentation: bytes) else { return false }
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: Data(signature)), for: Data(data),
                padding: .insecurePKCS1v1_5)
        }
    }
}
