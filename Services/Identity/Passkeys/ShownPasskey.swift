import Models
import PasskeyStorage
import WebAuthn

/// When its use is stored, the account must still have it, and its counter must have increased.
struct ShownPasskey: Sendable {
    let passkey: KeptPasskey<AccountID>
    let use: PasskeyUse
    /// Whether the authenticator asked for a PIN, finger or face, so that no second step is needed.
    let isUserVerified: Bool

    /// `clientDataHash` is of checked client data. `account` is nil for a sign-in.
    init(
        _ assertion: PasskeyAssertion, _ passkey: KeptPasskey<AccountID>, clientDataHash: [UInt8],
        of account: AccountID? = nil, for party: RelyingParty
    ) throws(PasskeyRefusal) {
        if let account, passkey.owner != account { throw .credential }
        // If the account is not known before, the authenticator must name it (step 6).
        let handle = assertion.userHandle
        guard handle == party.userHandle(of: passkey.owner) || handle == nil && account != nil else {
            throw .userHandle
        }
        let verified = try VerifiedAssertion(
            assertion, by: passkey.key, clientDataHash: clientDataHash, for: party)
        self.passkey = passkey
        use = verified.use
        isUserVerified = verified.isUserVerified
    }
}
