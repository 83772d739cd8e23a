package import Models

/// A verified answer. The owner of the stored passkey must still check the account and the count.
package struct VerifiedAssertion: Sendable {
    package let use: PasskeyUse
    /// Whether the authenticator has verified a PIN, a finger or a face.
    package let isUserVerified: Bool

    /// Verifies an authenticator's answer (steps 14 to 20).
    /// - Parameter clientDataHash: The hash of checked client data.
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

/// The facts about a passkey at one use.
package struct PasskeyUse: Hashable, Sendable {
    package let signCount: UInt32
    /// Whether the passkey may be stored on several devices. A password manager that has imported a passkey may report
    /// another value than the original authenticator.
    package let isBackupEligible: Bool
    package let isBackedUp: Bool

    package init(signCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool) {
        self.signCount = signCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
    }

    /// Whether this use may follow an earlier count (section 6.1.1, and 7.2, step 21). A count that does not grow
    /// reveals a cloned authenticator. A passkey on several devices has a count on each of them, or always 0, so its
    /// count is ignored.
    package func mayFollow(_ earlier: UInt32, wasEligible: Bool) -> Bool {
        isBackupEligible || wasEligible || signCount == 0 && earlier == 0 || signCount > earlier
    }
}
