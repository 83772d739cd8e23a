import CBOR
package import Models

/// A new passkey with a verified attestation (WebAuthn, section 7.1). The caller verifies the client data.
package struct AttestedPasskey: Sendable {
    /// The longest attestation object, in bytes.
    package static let maximumLength = 16 << 10

    package let credential: AttestedCredential
    package let signCount: UInt32
    package let isBackupEligible: Bool
    package let isBackedUp: Bool
    /// The transports of the authenticator that are known (section 5.8.4, and `hybrid` and `smart-card` of Level 3).
    package let transports: [String]

    private static let knownTransports = ["ble", "hybrid", "internal", "nfc", "smart-card", "usb"]

    /// Verifies an attestation. Balise does not request the model, so the only formats are `none` (section 8.7) and
    /// `packed` with self attestation (section 8.2).
    package init(
        _ attestation: PasskeyAttestation, clientDataHash: [UInt8], for party: some PasskeyParty
    ) throws(PasskeyRefusal) {
        let object = attestation.attestationObject
        guard object.count <= AttestedPasskey.maximumLength,
            let decoded = try? CBORDecoder().decode(AttestationObject.self, from: object)
        else { throw .malformed }
        let data = try AuthenticatorData(decoded.authData)
        try data.check(for: party)
        guard let credential = data.credential, credential.id == attestation.credentialID else { throw .malformed }
        try decoded.verify(credential.key, clientDataHash: clientDataHash)
        self.credential = credential
        signCount = data.signCount
        isBackupEligible = data.flags.contains(.backupEligible)
        isBackedUp = data.flags.contains(.backedUp)
        transports = AttestedPasskey.knownTransports.filter(attestation.transports.contains)
    }
}

/// The attestation object (section 6.5.4).
private struct AttestationObject: Decodable {
    let fmt: String
    let attStmt: Statement
    let authData: [UInt8]

    struct Statement: Decodable {
        let isEmpty: Bool
        let alg: Int64?
        let sig: [UInt8]?
        let hasCertificate: Bool

        private enum CodingKeys: String, CodingKey, CaseIterable { case alg, sig, x5c }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            isEmpty = CodingKeys.allCases.allSatisfy { !members.contains($0) }
            alg = try members.decodeIfPresent(Int64.self, forKey: .alg)
            sig = try members.decodeIfPresent([UInt8].self, forKey: .sig)
            hasCertificate = members.contains(.x5c)
        }
    }

    func verify(_ key: PasskeyPublicKey, clientDataHash: [UInt8]) throws(PasskeyRefusal) {
        switch fmt {
        case "none":
            guard attStmt.isEmpty else { throw .attestation }
        case "packed" where !attStmt.hasCertificate:
            guard let signature = attStmt.sig, attStmt.alg == key.algorithm.rawValue,
                key.verifies(signature, of: authData + clientDataHash)
            else { throw .attestation }
        default: throw .attestationFormat
        }
    }
}
