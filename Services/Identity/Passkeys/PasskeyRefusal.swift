// Why an answer of an authenticator does not count.

import Models

/// Why an answer of an authenticator does not count. The raw value stands in the log as the reason; whoever shows the
/// answer is not told it.
enum PasskeyRefusal: String, Error, Hashable, CaseIterable {
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
    /// The flags of backup contradict each other, or those of the registration.
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

extension PasskeyRefusal {
    /// What is told to whoever signs in: the same whether nobody has this passkey or its signature is wrong. A challenge
    /// that is over was judged before either.
    var signInAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(.invalidToken, "that took too long, or was answered before; begin to sign in once more")
        default:
            ServiceError(.invalidToken, "this passkey opens no account here; try another one, or sign in another way")
        }
    }

    /// What is told to a person who shows once more who they are.
    var proofAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(.invalidToken, "that took too long, or was answered before; ask for another challenge")
        default:
            ServiceError(.invalidToken, "this passkey does not show that it is you; try another one of this account")
        }
    }

    /// What is told to a person who adds a passkey to their account.
    var registrationAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(
                .invalidRequest, "that took too long, or was answered before; begin to add the passkey once more")
        case .algorithm, .key, .attestationFormat:
            ServiceError(
                .invalidRequest, "passkeys of this kind cannot be added (\(rawValue)); use another authenticator")
        default:
            ServiceError(.invalidRequest, "the passkey was not added (\(rawValue)); begin once more")
        }
    }
}
