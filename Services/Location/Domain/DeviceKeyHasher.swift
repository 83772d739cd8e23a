import Crypto
import Foundation
import Models

struct StoredDeviceKey: Hashable, Sendable {
    /// Random for each key, so that equal keys look different.
    let salt: [UInt8]
    /// HMAC-SHA-256 of salt and key.
    let hash: [UInt8]

    static let saltLength = 16
}

enum KeyCheck: Hashable, Sendable {
    case noneConfigured
    case proven
    case missing
    case wrong
}

/// Hashes and checks device keys with a secret of this installation.
struct DeviceKeyHasher: Sendable {
    private let secret: SymmetricKey

    /// - Parameter secret: At least 32 random bytes, the same for the life of the database.
    init(secret: [UInt8]) { self.secret = SymmetricKey(data: secret) }

    func stored(_ key: DeviceKey, salt: [UInt8]) -> StoredDeviceKey {
        StoredDeviceKey(salt: salt, hash: Array(code(key, salt)))
    }

    /// Compares in constant time.
    func check(_ shown: DeviceKey?, against stored: StoredDeviceKey?) -> KeyCheck {
        guard let stored else { return .noneConfigured }
        guard let shown else { return .missing }
        return code(shown, stored.salt) == stored.hash ? .proven : .wrong
    }

    /// Identifies the secret without revealing it.
    var check: [UInt8] { derived("the secret of the device keys") }

    /// The key that edges use for the ids of live events. Like the secret, it never changes.
    var eventKey: [UInt8] { derived("the ids of live events") }

    /// Returns the hash that finds an invitation by its code. A typed code is too short for a hash without a secret.
    func hash(ofCode code: String) -> [UInt8] { derived("the code of an invitation: \(code)") }

    /// Returns the id by which a member of a circle knows the device of another member. It tells nothing about the id
    /// of the device, and differs for each reader, so that no other person can use it for a device of their own.
    func handle(of device: DeviceID, of owner: AccountID, for reader: AccountID) -> DeviceID? {
        DeviceID(base64URL(derived("\(owner.text) shows \(reader.text) the device \(device.text)").prefix(16)))
    }

    /// Returns the id that replaces the id of an erased account in others' lists of visitors.
    func former(_ account: String) -> String { base64URL(derived("a former member: \(account)").prefix(16)) }

    /// The length of `nonce` in bytes.
    static let nonceLength = 12

    /// Encrypts the code of a family, whose members see it in their document. `nonce` is fresh random bytes.
    func sealed(_ code: SecretText, nonce: [UInt8]) throws -> [UInt8] {
        let box = try AES.GCM.seal(
            Array(code.value.utf8), using: familyKey, nonce: try AES.GCM.Nonce(data: nonce))
        return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    func opened(_ sealed: [UInt8]) -> SecretText? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed), let code = try? AES.GCM.open(box, using: familyKey)
        else { return nil }
        return SecretText(String(decoding: code, as: UTF8.self))
    }

    private var familyKey: SymmetricKey { SymmetricKey(data: derived("the codes of families")) }

    private func derived(_ purpose: String) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(purpose.utf8), using: secret))
    }

    private func code(_ key: DeviceKey, _ salt: [UInt8]) -> HashedAuthenticationCode<SHA256> {
        var text = key.secret
        return text.withUTF8 { bytes in
            var input = salt
            input.append(contentsOf: bytes)
            return HMAC<SHA256>.authenticationCode(for: input, using: secret)
        }
    }
}
