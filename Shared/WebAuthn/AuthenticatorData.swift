import CBOR
import Models

struct AuthenticatorData {
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// The user has touched the authenticator (UP).
        static let userPresent = Flags(rawValue: 1)
        /// The authenticator has verified a PIN, a finger or a face (UV).
        static let userVerified = Flags(rawValue: 1 << 2)
        /// The passkey may be stored on several devices (BE, from Level 3).
        static let backupEligible = Flags(rawValue: 1 << 3)
        /// The passkey is stored on several devices (BS, from Level 3).
        static let backedUp = Flags(rawValue: 1 << 4)
        /// The data contains a new passkey (AT).
        static let hasCredential = Flags(rawValue: 1 << 6)
        /// The data contains answers of extensions (ED).
        static let hasExtensions = Flags(rawValue: 1 << 7)
    }

    /// The largest size of the data in bytes.
    static let maximumLength = 8 << 10
    private static let headLength = 37

    let relyingPartyHash: [UInt8]
    let flags: Flags
    let signCount: UInt32
    let credential: AttestedCredential?

    /// Reads the data. Throws if further bytes follow.
    init(_ bytes: [UInt8]) throws(PasskeyRefusal) {
        guard (AuthenticatorData.headLength...AuthenticatorData.maximumLength).contains(bytes.count) else {
            throw .malformed
        }
        relyingPartyHash = Array(bytes.prefix(32))
        flags = Flags(rawValue: bytes[32])
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        let rest = bytes.dropFirst(AuthenticatorData.headLength)
        if flags.contains(.hasCredential) {
            credential = try AttestedCredential(rest, hasExtensions: flags.contains(.hasExtensions))
            return
        }
        credential = nil
        if flags.contains(.hasExtensions) {
            _ = try AttestedCredential.Items(rest, hasKey: false, hasExtensions: true)
        } else if !rest.isEmpty {
            throw .malformed
        }
    }

    /// Checks domain and flags (section 7.1, steps 13 to 15, and 7.2, steps 15 to 17; the backup flags as in Level 3).
    func check(for party: some PasskeyParty) throws(PasskeyRefusal) {
        guard relyingPartyHash == party.idHash else { throw .relyingParty }
        guard flags.contains(.userPresent) else { throw .userPresence }
        guard flags.contains(.userVerified) || !party.requiresVerification else { throw .userVerification }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .backupState }
    }
}

/// The credential of a new passkey (section 6.5.1). The AAGUID, the model of the authenticator, is ignored.
package struct AttestedCredential: Sendable {
    /// The longest credential id, in bytes (section 6.5.1).
    static let maximumIDLength = 1023
    private static let idOffset = 18

    package let id: [UInt8]
    package let key: PasskeyPublicKey

    fileprivate init(_ bytes: ArraySlice<UInt8>, hasExtensions: Bool) throws(PasskeyRefusal) {
        let length = bytes.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
        let id = bytes.dropFirst(AttestedCredential.idOffset).prefix(length)
        guard (1...AttestedCredential.maximumIDLength).contains(length), id.count == length else { throw .malformed }
        let rest = bytes.dropFirst(AttestedCredential.idOffset + length)
        guard let key = try Items(rest, hasKey: true, hasExtensions: hasExtensions).key else { throw .malformed }
        self.id = Array(id)
        self.key = try PasskeyPublicKey(key)
    }

    fileprivate struct Items: Decodable {
        let key: COSEKey?

        init(_ bytes: ArraySlice<UInt8>, hasKey: Bool, hasExtensions: Bool) throws(PasskeyRefusal) {
            let null: UInt8 = 0xf6
            // This is the head of an array of two items, so that CBOR can decode both at once.
            var items: [UInt8] = [0x82]
            if !hasKey { items.append(null) }
            items += bytes
            if !hasExtensions { items.append(null) }
            do { self = try CBORDecoder().decode(Items.self, from: items) } catch { throw .malformed }
        }

        init(from decoder: any Decoder) throws {
            var items = try decoder.unkeyedContainer()
            key = try items.decodeIfPresent(COSEKey.self)
            _ = try items.decodeIfPresent(Extensions.self)
        }
    }

    private struct Extensions: Decodable {
        private enum CodingKeys: CodingKey {}

        init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: CodingKeys.self) }
    }
}
