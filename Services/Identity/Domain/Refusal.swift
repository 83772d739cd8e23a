// The answers "no" that the rules of accounts can give.

import Models

/// Why the rules do not let a request through.
enum Refusal: Error, Hashable, Sendable {
    /// The name belongs to another account.
    case nameTaken(NameKind)
    case unknownAccount
    /// The account is not what it was when its password was checked: another password, disabled, or erased.
    case passwordOutdated
    /// A name would change, and nobody showed the account's password.
    case passwordNeeded
    /// The token for a new password is unknown, used, replaced by a later one, or over.
    case unknownReset
    /// The account would have more of the apps' own fields than it may.
    case tooManyFields
}

extension Refusal {
    /// What the client is told.
    var answer: ServiceError {
        switch self {
        case .nameTaken(let kind):
            ServiceError(.duplicate, "this \(kind.rawValue) belongs to another account; sign in, or choose another one")
        case .unknownAccount:
            ServiceError(.notFound, "there is no such account")
        case .passwordOutdated:
            .wrongCredentials
        case .passwordNeeded:
            ServiceError(.forbidden, "a user name, e-mail address or phone number is changed with the current password")
        case .unknownReset:
            ServiceError(.invalidToken, "this link was used or is over; ask for a new one")
        case .tooManyFields:
            ServiceError(
                .invalidRequest,
                "an account has at most \(DetailRules.maximumFields) fields with"
                    + " \(DetailRules.maximumFieldBytes) bytes together")
        }
    }
}

extension ServiceError {
    /// One answer for all that is wrong with a sign-in, so that nobody learns which names there are.
    static var wrongCredentials: ServiceError {
        ServiceError(.wrongCredentials, "the name or the password is wrong")
    }
}
