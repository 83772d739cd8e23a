import Models

extension ServiceError {
    static let invalidToken = ServiceError(.invalidToken, "the token is not valid here; sign in again")
    static let sessionOver = ServiceError(.tokenExpired, "the session has expired; sign in again")
    static let sessionEnded = ServiceError(.invalidToken, "this session has ended; sign in again")
    static let noSuchSession = ServiceError(.notFound, "the account has no such session")
    static let accountGone = ServiceError(.accountGone, "the account of this token no longer exists")

    static let appleNotSetUp = ServiceError(
        .invalidRequest,
        "Sign in with Apple is not set up here; the operator has to set apple.audiences (BALISE_APPLE_AUDIENCES)")

    /// The error for an account with a second step whose app sends a provider's token with each request.
    static let secondStepApart = ServiceError(
        .secondStepNeeded,
        "this account needs a second step, which a token of an identity provider does not include; sign in another way")

    static func over(_ reason: SessionEnd.Reason) -> ServiceError {
        switch reason.refusal {
        case .tokenExpired: .sessionOver
        case .accountGone: .accountGone
        default: .invalidToken
        }
    }

    static func refusing(_ code: ErrorCode) -> ServiceError {
        switch code {
        case .tokenExpired: ServiceError(.tokenExpired, "the token has expired; get another one from its issuer")
        case .accountGone: .accountGone
        default: .invalidToken
        }
    }
}

extension TokenRefusal: ServiceRefusal {
    /// The error for the client. The log has the reason of the refusal.
    var answer: ServiceError {
        ServiceError(.invalidToken, "the identity token is not valid here; get another one from the provider")
    }

    var credentialCode: ErrorCode { self == .expired ? .tokenExpired : .invalidToken }
}

extension ServiceError {
    static func check(_ limit: Int, within limits: ClosedRange<Int>) throws(ServiceError) {
        guard !limits.contains(limit) else { return }
        throw ServiceError(
            .invalidRequest, "the limit is a whole number from \(limits.lowerBound) to \(limits.upperBound)")
    }
}
