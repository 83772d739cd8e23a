import HTTPTypes
import Models

/// Each API renders it in its own form.
struct EdgeError: Error, Sendable {
    var code: ErrorCode
    /// For the client: one sentence without secrets and internal text. May be empty if the status is enough.
    var message: String
    var status: HTTPResponse.Status
    /// In seconds.
    var retryAfter: Int?
    var allow: String?
    /// For an API whose clients know more kinds than the catalogue; nil for the code's usual kind there.
    var kind: String?
    /// With `secondStepNeeded`, for APIs whose apps can use it.
    var ticket: SecretText?
    /// Further header fields of the answer.
    var fields: [HTTPField] = []
    /// Whether users see the message even for a short outage, because the cause is not a busy server.
    var isTold = false
    /// The wrong member of the body or parameter; the first of several.
    var field: String?
    /// For the log only.
    var cause: String?
    /// Ignores the rest of the request.
    var closesConnection = false

    init(_ code: ErrorCode, _ message: String, status: HTTPResponse.Status? = nil, retryAfter: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status ?? code.status
        self.retryAfter = retryAfter
    }

    static func invalid(_ message: String, field: String? = nil) -> EdgeError {
        var error = EdgeError(.invalidRequest, message)
        error.field = field
        return error
    }

    /// - Parameter cause: For the log only.
    static func internalFailure(_ cause: String? = nil, _ message: String = "") -> EdgeError {
        var error = EdgeError(.internalFailure, message)
        error.cause = cause
        return error
    }

    init(sentences: [String], field: String) { self = .invalid(sentences.joined(separator: " "), field: field) }

    /// A signed-in account unknown to identity, for example after its database was lost. The user stays signed in: identity
    /// would remember an erasure.
    static var accountMissing: EdgeError {
        EdgeError(
            .unavailable, "your account cannot be found on the server at present; try again later", retryAfter: 60)
    }

    /// Accounts cannot be created while the fate of others is unknown.
    static var accountsMissing: EdgeError {
        let answer = ServiceError.accountsMissing
        return EdgeError(answer.code, answer.message, retryAfter: answer.retryAfter)
    }

    /// The outage lasts longer than a busy moment; the message then explains it.
    var isLasting: Bool { code == .unavailable && !message.isEmpty && (retryAfter ?? 0) >= EdgeError.longMoment }

    /// In seconds.
    private static let longMoment = 30

    static func tooLarge(limit: Int) -> EdgeError {
        EdgeError(.payloadTooLarge, "the body may have at most \(limit) bytes")
    }

    static func methodNotAllowed(allow: String) -> EdgeError {
        var error = EdgeError(.methodNotAllowed, "")
        error.allow = allow
        return error
    }

    static var unknownMethod: EdgeError {
        EdgeError(
            .invalidRequest, "this method is not known here; methods are written in capitals", status: .notImplemented
        )
    }

    static var requestTooSlow: EdgeError {
        var error = EdgeError(.timedOut, "the request did not arrive in time", status: .requestTimeout)
        error.closesConnection = true
        return error
    }
}

extension ErrorCode {
    var status: HTTPResponse.Status {
        switch self {
        case .invalidRequest: .badRequest
        case .authenticationRequired, .wrongCredentials, .tokenExpired, .invalidToken, .accountGone, .signInTooOld:
            .unauthorized
        case .forbidden, .phoneNotVerified, .erasurePending, .secondStepNeeded: .forbidden
        case .codeMismatch, .codeExpired: .badRequest
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .conflict, .duplicate: .conflict
        case .payloadTooLarge: .contentTooLarge
        case .unsupportedMediaType: .unsupportedMediaType
        case .rateLimited: .tooManyRequests
        case .internalFailure: .internalServerError
        case .overloaded, .unavailable: .serviceUnavailable
        case .timedOut: .gatewayTimeout
        }
    }
}
