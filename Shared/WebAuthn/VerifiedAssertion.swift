// The verification of a passkey that is shown (W3C Web Authentication, section 7.2).

package import Models

/// What an authenticator says that has shown a passkey, found to be genuine. Whose passkey it is, and whether it was used
/// more often elsewhere, is judged by whoever keeps it.
package struct VerifiedAssertion: Sendable {
    package let signCount: UInt32
    package let isBackedUp: Bool
    /// Whether the authenticator has asked for a PIN, a finger or a face.
    package let isUserVerified: Bool

    /// Verifies what an authenticator answered (steps 14 to 20).
    ///
    /// - Parameters:
    ///   - key: Of the passkey that is kept under the id that it says.
    ///   - isBackupEligible: What was said of the passkey when it was made.
    ///   - clientDataHash: Of client data that were checked.
    package init(
        _ assertion: PasskeyAssertion, by key: PasskeyPublicKey, isBackupEligible: Bool, clientDataHash: [UInt8],
        for party: some PasskeyParty
    ) throws(PasskeyRefusal) {
        let data = try AuthenticatorData(assertion.authenticatorData)
        try data.check(for: party)
        guard data.credential == nil else { throw .malformed }
        guard data.flags.contains(.backupEligible) == isBackupEligible else { throw .backupState }
        guard key.verifies(assertion.signature, of: assertion.authenticatorData + clientDataHash) else {
            throw .signature
        }
        signCount = data.signCount
        isBackedUp = data.flags.contains(.backedUp)
        isUserVerified = data.flags.contains(.userVerified)
    }

    /// Whether a count may come behind another one (section 6.1.1, and 7.2, step 21): one that does not grow shows that
    /// there are two of an authenticator. Passkeys that are kept in several places always say 0.
    package static func mayFollow(_ count: UInt32, after earlier: UInt32) -> Bool {
        count == 0 && earlier == 0 || count > earlier
    }
}
