import Models
import WebAuthn

extension PasskeyRefusal {
    /// The error for a sign-in is the same for an unknown passkey and for a wrong signature. An expired challenge is refused
    /// before either.
    var signInAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(.invalidToken, "that took too long, or was already answered; sign in again from the beginning")
        default:
            ServiceError(
                .invalidToken, "this passkey does not open an account here; try another one, or sign in another way")
        }
    }

    var proofAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(.invalidToken, "that took too long, or was already answered; ask for another challenge")
        default:
            ServiceError(.invalidToken, "this passkey does not prove who you are; try another one of this account")
        }
    }

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
