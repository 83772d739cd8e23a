// Why an answer of an authenticator does not count.

/// Why an answer of an authenticator does not count. The raw value stands in the log as the reason; whoever signs
/// in is not told it, whoever adds a passkey is.
package enum PasskeyRefusal: String, Error, Hashable, CaseIterable {
    /// Not in the form of the specification, or longer than it has to be.
    case malformed
    /// Of another ceremony: a registration shown as a sign-in, or the other way round.
    case type
    /// Not from here, for another ceremony, or for another account.
    case challenge
    /// The challenge was good once.
    case expired
    /// The challenge was answered before.
    case spent
    /// Made on a web page, or in an app, that is not ours.
    case origin
    /// Made in a frame of another page.
    case crossOrigin = "cross-origin"
    /// For another domain.
    case relyingParty = "relying-party"
    /// Nobody has touched the authenticator.
    case userPresence = "user-presence"
    /// The authenticator has asked for no PIN, finger or face.
    case userVerification = "user-verification"
    /// It says that it is kept in several places, and that it may not be.
    case backupState = "backup-state"
    /// Nobody here has this passkey.
    case credential
    /// The passkey is of another account than its user handle says, or it says none.
    case userHandle = "user-handle"
    /// A key of a kind that was not asked for.
    case algorithm
    /// Not a valid key of its algorithm.
    case key
    /// A statement in a format that was not asked for.
    case attestationFormat = "attestation-format"
    /// The statement does not attest the key.
    case attestation
    case signature
    /// It was used less often than before: there are two of it.
    case counter
}
