// What is told to whoever shows an answer of an authenticator that does not count.

import Models
import WebAuthn

extension PasskeyRefusal {
    /// What is told to whoever signs in: the same whether nobody has this passkey or its signature is wrong. A challenge
    /// that is over was judged before either.
    var signInAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(.invalidToken, "that took too long, or was already answered; sign in again from the beginning")
        default:
            ServiceError(
                .invalidToken, "this passkey does not open an account here; try another one, or sign in another way")
        }
    }

    /// What is told to a person who shows once more who they are.
    var proofAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(.invalidToken, "that took too long, or was already answered; ask for another challenge")
        default:
            ServiceError(.invalidToken, "this passkey does not prove who you are; try another one of this account")
        }
    }

    /// What is told to a person who adds a passkey to their account.
    var registrationAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(
                .invalidRequest, "that took too long, or was already answered; begin again to add the passkey")
        case .algorithm, .key, .attestationFormat:
            ServiceError(
                .invalidRequest, "passkeys of this kind cannot be added (\(rawValue)); use another authenticator")
        default:
            ServiceError(.invalidRequest, "the passkey was not added (\(rawValue)); begin again")
        }
    }
}
