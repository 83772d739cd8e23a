import Crypto
import CryptoExtras
import Foundation

/// The COSE number of a signature algorithm.
package enum PasskeyAlgorithm: Int64, CaseIterable, Sendable {
    /// ECDSA with P-256 and SHA-256, used by Apple and Google.
    case es256 = -7
    /// EdDSA with Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256, used by Windows Hello.
    case rs256 = -257
}

struct COSEKey: Decodable {
    let type: Int64
    let algorithm: Int64
    /// The parameter -1: the curve; nil for RSA, whose modulus has the same number.
    let curve: Int64?
    /// The parameter -1 of an RSA key: the modulus; nil for another key.
    let modulus: [UInt8]?
    /// The parameter -2: the first coordinate, or the exponent of an RSA key.
    let x: [UInt8]
    /// The parameter -3: the second coordinate; nil if the key has none.
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

/// The public key of a passkey, as stored.
package struct PasskeyPublicKey: Hashable, Sendable {
    private static let rsaBits = 2048...4096

    package let algorithm: PasskeyAlgorithm
    /// The key: for ES256 the uncompressed point, for EdDSA the 32 bytes, for RS256 DER.
    package let bytes: [UInt8]

    package init(_ algorithm: PasskeyAlgorithm, _ bytes: [UInt8]) {
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Checks a COSE key. Type and curve must match the algorithm (W3C Web Authentication, section 5.8.5), and the
    /// point must be on the curve.
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

    /// Verifies a signature (section 6.5.6 defines the form for each algorithm).
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
