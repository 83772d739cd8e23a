// The verification of a passkey that is shown (W3C Web Authentication, section 7.2).

package import Models

/// What an authenticator says that has shown a passkey, found to be genuine. Whose passkey it is, and whether it was used
/// more often elsewhere, is judged by whoever keeps it.
package struct VerifiedAssertion: Sendable {
    package let use: PasskeyUse
    /// Whether the authenticator has asked for a PIN, a finger or a face.
    package let isUserVerified: Bool

    /// Verifies what an authenticator answered (steps 14 to 20).
    ///
    /// - Parameters:
    ///   - key: Of the passkey that is kept under the id that it says.
    ///   - clientDataHash: Of client data that were checked.
    package init(
        _ assertion: PasskeyAssertion, by key: PasskeyPublicKey, clientDataHash: [UInt8], for party: some PasskeyParty
    ) throws(PasskeyRefusal) {
        let data = try AuthenticatorData(assertion.authenticatorData)
        try data.check(for: party)
        guard data.credential == nil else { throw .malformed }
        guard key.verifies(assertion.signature, of: assertion.authenticatorData + clientDataHash) else {
            throw .signature
        }
        use = PasskeyUse(
            signCount: data.signCount, isBackupEligible: data.flags.contains(.backupEligible),
            isBackedUp: data.flags.contains(.backedUp))
        isUserVerified = data.flags.contains(.userVerified)
    }
}

/// What an authenticator says of a passkey each time that it shows it.
package struct PasskeyUse: Hashable, Sendable {
    package let signCount: UInt32
    /// Whether the passkey may be kept in several places. A password manager that takes a passkey over may say something
    /// else than the one that made it.
    package let isBackupEligible: Bool
    package let isBackedUp: Bool

    package init(signCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool) {
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
    }

    /// Whether this may come behind an earlier count (section 6.1.1, and 7.2, step 21): one that does not grow shows that
    /// there are two of an authenticator. A passkey that is kept in several places has a count in each of them, or always 0,
    /// so there the count says nothing.
    ///
    /// - Parameter wasEligible: What was said the last time.
    package func mayFollow(_ earlier: UInt32, wasEligible: Bool) -> Bool {
        isBackupEligible || wasEligible || signCount == 0 && earlier == 0 || signCount > earlier
    }
}
