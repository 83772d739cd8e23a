import HTTPTypes
import Models

/// RFC 6749 (sections 4.1.2.1 and 5.2), RFC 7009 (section 2.2.1), RFC 8693 (section 2.2.2).
enum OAuthErrorName: String, Sendable {
    case accessDenied = "access_denied"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case invalidRequest = "invalid_request"
    case invalidScope = "invalid_scope"
    case invalidTarget = "invalid_target"
    case serverError = "server_error"
    case temporarilyUnavailable = "temporarily_unavailable"
    case unsupportedGrantType = "unsupported_grant_type"
    case unsupportedTokenType = "unsupported_token_type"
}

extension EdgeError {
    static func oauth(_ name: OAuthErrorName, _ message: String) -> EdgeError {
        EdgeError(.invalidRequest, message).named(name)
    }

    func named(_ name: OAuthErrorName) -> EdgeError {
        var error = self
        error.kind = name.rawValue
        error.status = .badRequest
        return error
    }
}

extension ErrorCode {
    var nameInOAuth: OAuthErrorName {
        switch self {
        case .invalidRequest, .notFound, .methodNotAllowed, .conflict, .duplicate, .payloadTooLarge,
            .unsupportedMediaType, .phoneNotVerified:
            .invalidRequest
        case .authenticationRequired: .invalidClient
        case .wrongCredentials, .tokenExpired, .invalidToken, .accountGone, .codeMismatch, .codeExpired: .invalidGrant
        case .forbidden, .signInTooOld, .erasurePending, .secondStepNeeded: .accessDenied
        case .rateLimited, .overloaded, .unavailable, .timedOut: .temporarilyUnavailable
        case .internalFailure: .serverError
        }
    }

    /// Apps react to the code in a way that the standard's name does not convey; the answer then includes the code.
    var saysMoreThanOAuth: Bool {
        switch self {
        case .tokenExpired, .invalidToken, .accountGone, .phoneNotVerified, .forbidden, .erasurePending, .signInTooOld,
            .secondStepNeeded:
            true
        default: false
        }
    }
}
