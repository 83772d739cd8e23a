import Models

extension EdgeError {
    /// The apps compare these exact words.
    static func refused(_ code: ErrorCode) -> EdgeError {
        switch code {
        case .tokenExpired: EdgeError(code, "Token expired")
        case .invalidToken: EdgeError(code, "Invalid token")
        case .accountGone: EdgeError(code, "User not found")
        case .authenticationRequired: EdgeError(code, "Authentication required")
        case .secondStepNeeded:
            EdgeError(
                code,
                "this account needs a second step, which a token of an identity provider does not include; sign in another way"
            )
        default: EdgeError(code, "")
        }
    }

    static let unknownAPIKey = EdgeError(
        .invalidToken, "this API key is not known: it may be mistyped, revoked or expired")

    static func cannotTell(_ cause: String?, retryAfter: Int? = nil, isOfProvider: Bool = false) -> EdgeError {
        var error = EdgeError(.unavailable, "try again in a moment", retryAfter: retryAfter ?? 1)
        if error.isLasting {
            error.message = "the server cannot check at present whether you are signed in; try again later"
        }
        if isOfProvider {
            error.message = "your identity provider does not answer at present; try again later"
            error.isTold = true
        }
        error.cause = cause
        return error
    }
}

extension RecentSignIn {
    static func check(_ principal: Principal, at now: UnixTime) throws(EdgeError) {
        guard isShown(by: principal, at: now) else { throw EdgeError(.signInTooOld, advice) }
    }
}
