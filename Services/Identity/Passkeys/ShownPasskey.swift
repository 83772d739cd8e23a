// The verification of a passkey of an account that is shown (W3C Web Authentication, section 7.2).

import Models
import WebAuthn

/// A passkey that was shown, and found to be genuine. Whether it still counts, and was not used more often elsewhere, is
/// judged where its use is noted.
struct ShownPasskey: Sendable {
    let passkey: KeptPasskey
    let use: PasskeyUse
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
        let verified = try VerifiedAssertion(
            assertion, by: passkey.key, clientDataHash: clientDataHash, for: party)
        self.passkey = passkey
        use = verified.use
        isUserVerified = verified.isUserVerified
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
