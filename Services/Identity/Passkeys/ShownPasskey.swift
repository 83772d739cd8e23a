// The verification of a passkey that is shown (W3C Web Authentication, section 7.2).

import Models

/// A passkey that was shown, and found to be genuine. Whether it still counts, and was not used more often elsewhere, is
/// judged where its use is noted.
struct ShownPasskey: Sendable {
    let passkey: KeptPasskey
    let signCount: UInt32
    let isBackedUp: Bool
    /// Whether the authenticator has asked for a PIN, a finger or a face, so that it needs no second step.
    let isUserVerified: Bool

    /// Verifies what an authenticator answered.
    ///
    /// - Parameters:
    ///   - passkey: The one that is kept under the id that it says.
    ///   - clientDataHash: Of client data that were checked.
    ///   - account: Who shows it, where that is known before; nil for whoever signs in.
    init(
        _ assertion: PasskeyAssertion, _ passkey: KeptPasskey, clientDataHash: [UInt8], of account: AccountID? = nil,
        for party: RelyingParty
    ) throws(PasskeyRefusal) {
        if let account, passkey.account != account { throw .credential }
        // Where nobody has said before who they are, the authenticator has to (step 6).
        let handle = assertion.userHandle
        guard handle == party.userHandle(of: passkey.account) || handle == nil && account != nil else {
            throw .userHandle
        }
        let data = try AuthenticatorData(assertion.authenticatorData)
        try data.check(for: party)
        guard data.credential == nil else { throw .malformed }
        guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else { throw .backupState }
        guard passkey.key.verifies(assertion.signature, of: assertion.authenticatorData + clientDataHash) else {
            throw .signature
        }
        self.passkey = passkey
        signCount = data.signCount
        isBackedUp = data.flags.contains(.backedUp)
        isUserVerified = data.flags.contains(.userVerified)
    }

    /// Whether a count may come behind another one (section 6.1.1, and 7.2, step 21): one that does not grow shows that
    /// there are two of an authenticator. Passkeys that are kept in several places always say 0.
    static func mayFollow(_ count: UInt32, after earlier: UInt32) -> Bool {
        count == 0 && earlier == 0 || count > earlier
    }
}

/// A passkey as it is kept.
struct KeptPasskey: Hashable, Sendable {
    let id: PasskeyID
    let account: AccountID
    let key: PasskeyPublicKey
    let signCount: UInt32
    let isBackupEligible: Bool
}
