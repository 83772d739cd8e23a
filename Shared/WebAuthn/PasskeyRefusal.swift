/// Why an answer of an authenticator is refused. The log contains the raw value. A user who signs in does not see it; a
/// user who adds a passkey does.
package enum PasskeyRefusal: String, Error, Hashable, CaseIterable {
    /// The answer does not have the form of the specification, or is too long.
    case malformed
    /// The answer is from another ceremony: a registration used as a sign-in, or the reverse.
    case type
    /// The challenge was not issued by this server, or it was issued for another ceremony or another account.
    case challenge
    case expired
    case spent
    case origin
    /// The answer comes from a frame of another page.
    case crossOrigin = "cross-origin"
    case relyingParty = "relying-party"
    case userPresence = "user-presence"
    /// The authenticator has not verified a PIN, a finger or a face.
    case userVerification = "user-verification"
    /// The passkey claims to be stored on several devices, although it forbids that itself.
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
    /// The count is not higher than before, so the authenticator was probably cloned.
    case counter
}
