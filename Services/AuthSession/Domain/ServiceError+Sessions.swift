// What whoever shows a credential that does not count is told.

import Models

extension ServiceError {
    static let invalidToken = ServiceError(.invalidToken, "the token counts for nothing here; sign in again")
    static let sessionOver = ServiceError(.tokenExpired, "the session is over; sign in again")
    static let sessionEnded = ServiceError(.invalidToken, "this session has ended; sign in again")
    static let noSuchSession = ServiceError(.notFound, "the account has no such living session")
    static let accountGone = ServiceError(.accountGone, "the account of this token is not there any more")

    /// What somebody is told whose account takes two steps, and who shows a token of an identity provider with each request.
    static let secondStepApart = ServiceError(
        .secondStepNeeded,
        "this account takes a second step, which a token of an identity provider does not; sign in in another way")

    /// What whoever shows a token of a session that has ended is told.
    static func over(_ reason: SessionEnd.Reason) -> ServiceError {
        switch reason.refusal {
        case .tokenExpired: .sessionOver
        case .accountGone: .accountGone
        default: .invalidToken
        }
    }

    /// What whoever shows a token is told by the code of its refusal.
    static func refusing(_ code: ErrorCode) -> ServiceError {
        switch code {
        case .tokenExpired: ServiceError(.tokenExpired, "the token has expired; let its issuer make another")
        case .accountGone: .accountGone
        default: .invalidToken
        }
    }
}

extension TokenRefusal: ServiceRefusal {
    /// What whoever showed the token is told: not why, which is for the log.
    var answer: ServiceError {
        ServiceError(.invalidToken, "the identity token does not count here; let the provider make another")
    }

    /// The code that whoever shows the token as a credential is told.
    var credentialCode: ErrorCode { self == .expired ? .tokenExpired : .invalidToken }
}

extension ServiceError {
    /// Throws `invalidRequest` for a limit that is none.
    static func check(_ limit: Int, within limits: ClosedRange<Int>) throws(ServiceError) {
        guard !limits.contains(limit) else { return }
        throw ServiceError(
            .invalidRequest, "the limit is a whole number from \(limits.lowerBound) to \(limits.upperBound)")
    }
}
