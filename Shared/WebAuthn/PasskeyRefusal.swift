/// The log contains the raw value. A user who signs in does not see it, a user who adds a passkey does.
package enum PasskeyRefusal: String, Error, Hashable, CaseIterable {
    /// Not in the form of the specification, or too long.
    case malformed
    /// Of another ceremony: a registration used as a sign-in, or the reverse.
    case type
    /// Not issued here, for another ceremony, or for another account.
    case challenge
    case expired
    case spent
    case origin
    /// From a frame of another page.
    case crossOrigin = "cross-origin"
    case relyingParty = "relying-party"
    case userPresence = "user-presence"
    /// The authenticator has not verified a PIN, a finger or a face.
    case userVerification = "user-verification"
    /// It claims to be stored on several devices, which it also forbids.
    case backupState = "backup-state"
    case credential
    /// The user handle is missing, or names another account than the passkey's.
    case userHandle = "user-handle"
    /// The key has an algorithm that was not requested.
    case algorithm
    case key
    case attestationFormat = "attestation-format"
    case attestation
    case signature
    /// The count is lower than before: the authenticator was cloned.
    case counter
}
