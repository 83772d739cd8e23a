import Crypto
import CryptoExtras
import Foundation
public import Models

/// Tests may change its answers to invalid ones.
public struct FakeAuthenticator: Sendable {
    private enum Key: Sendable {
        case es256(P256.Signing.PrivateKey)
        case edDSA(Curve25519.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
    }

    /// UP, UV, BE and BS, the flags of a phone.
    public static let phoneFlags: UInt8 = 0b1_1101
    /// UP and UV, the flags of a security key, whose passkeys stay in it.
    public static let keyFlags: UInt8 = 0b101

    private let key: Key
    public var credentialID: [UInt8]
    public var userHandle: [UInt8] = []
    public var relyingParty = "example.org"
    public var origin = "https://example.org"
    public var moreClientData = #","crossOrigin":false"#
    public var flags = FakeAuthenticator.phoneFlags
    public var signCount: UInt32 = 0
    public var hasExtensions = false

    private init(_ key: Key) {
        self.key = key
        credentialID = (0..<16).map { _ in UInt8.random(in: 0...255) }
    }

    public static func es256() -> FakeAuthenticator { FakeAuthenticator(.es256(P256.Signing.PrivateKey())) }
    public static func edDSA() -> FakeAuthenticator { FakeAuthenticator(.edDSA(Curve25519.Signing.PrivateKey())) }
    public static func rs256() throws -> FakeAuthenticator {
        FakeAuthenticator(.rs256(try _RSA.Signing.PrivateKey(keySize: .bits2048)))
    }

    // MARK: Making

    /// The attestation of a new passkey.
    public enum Statement: Sendable {
        case none
        case selfAttestation
        case other(String, [UInt8])
    }

    public func attestation(
        _ challenge: [UInt8], _ statement: Statement = .none, type: String = "webauthn.create"
    ) throws -> PasskeyAttestation {
        let clientData = clientData(challenge, type)
        let data = authenticatorData(attested: try attestedCredential())
        let (format, map): (String, [UInt8])
        switch statement {
        case .none: (format, map) = ("none", [0xa0])
        case .selfAttestation:
            let signature = try sign(data + SHA256.hash(data: Data(clientData)))
            (format, map) = ("packed", joined([0xa2], text("alg"), algorithm, text("sig"), bytes(signature)))
        case .other(let name, let given): (format, map) = (name, given)
        }
        let object = joined([0xa3], text("fmt"), text(format), text("attStmt"), map, text("authData"), bytes(data))
        return PasskeyAttestation(
            credentialID: credentialID, clientData: clientData, attestationObject: object,
            transports: ["internal", "hybrid", "by pigeon"])
    }

    // MARK: Showing

    public func assertion(_ challenge: [UInt8], type: String = "webauthn.get") throws -> PasskeyAssertion {
        let clientData = clientData(challenge, type)
        let data = authenticatorData()
        return PasskeyAssertion(
            credentialID: credentialID, clientData: clientData, authenticatorData: data,
            signature: try sign(data + SHA256.hash(data: Data(clientData))), userHandle: userHandle)
    }

    // MARK: Parts

    private func clientData(_ challenge: [UInt8], _ type: String) -> [UInt8] {
        Array(
            #"{"type":"\#(type)","challenge":"\#(base64URL(challenge))","origin":"\#(origin)"\#(moreClientData)}"#.utf8)
    }

    private func authenticatorData(attested: [UInt8]? = nil) -> [UInt8] {
        var all = flags
        if attested != nil { all |= 1 << 6 }
        if hasExtensions { all |= 1 << 7 }
        let hash = Array(SHA256.hash(data: Data(relyingParty.utf8)))
        let extensions = hasExtensions ? joined([0xa1], text("credProtect"), [2]) : []
        return joined(hash, [all], big(signCount), attested ?? [], extensions)
    }

    private func attestedCredential() throws -> [UInt8] {
        joined([UInt8](repeating: 7, count: 16), big(UInt16(credentialID.count)), credentialID, try coseKey())
    }

    private func coseKey() throws -> [UInt8] {
        switch key {
        case .es256(let key):
            let point = Array(key.publicKey.rawRepresentation)
            let (x, y) = (Array(point.prefix(32)), Array(point.suffix(32)))
            return joined([0xa5, 1, 2, 3], algorithm, [0x20, 1, 0x21], bytes(x), [0x22], bytes(y))
        case .edDSA(let key):
            let point = Array(key.publicKey.rawRepresentation)
            return joined([0xa4, 1, 1, 3], algorithm, [0x20, 6, 0x21], bytes(point))
        case .rs256(let key):
            let numbers = try key.publicKey.getKeyPrimitives()
            let (n, e) = (Array(numbers.modulus), Array(numbers.publicExponent))
            return joined([0xa4, 1, 3, 3], algorithm, [0x20], bytes(n), [0x21], bytes(e))
        }
    }

    private var algorithm: [UInt8] {
        switch key {
        case .es256: [0x26]
        case .edDSA: [0x27]
        case .rs256: [0x39, 1, 0]
        }
    }

    private func sign(_ data: [UInt8]) throws -> [UInt8] {
        switch key {
        case .es256(let key): Array(try key.signature(for: Data(data)).derRepresentation)
        case .edDSA(let key): Array(try key.signature(for: Data(data)))
        case .rs256(let key):
            Array(try key.signature(for: Data(data), padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }
}

private func text(_ text: String) -> [UInt8] { [0x60 | UInt8(text.utf8.count)] + text.utf8 }

private func bytes(_ bytes: [UInt8]) -> [UInt8] { [0x59] + big(UInt16(bytes.count)) + bytes }

private func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(\.self) }

private func big(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
