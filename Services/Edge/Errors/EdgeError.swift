import HTTPTypes
import Models

/// The reason why a request fails. Each API renders it in its own form.
struct EdgeError: Error, Sendable {
    var code: ErrorCode
    /// For the client: one sentence without secrets and internal text. May be empty if the status is enough.
    var message: String
    /// The HTTP status; by default the usual one of the code.
    var status: HTTPResponse.Status
    /// The seconds after which the client may retry.
    var retryAfter: Int?
    /// The methods of the path, for 405.
    var allow: String?
    /// A finer kind, for an API whose clients know more kinds than the catalogue; nil for the code's usual kind there.
    var kind: String?
    /// With `secondStepNeeded`: the ticket for the second step. Only APIs whose apps can use it include it.
    var ticket: SecretText?
    /// More header fields of the answer.
    var fields: [HTTPField] = []
    /// Whether users see the message even for a short outage, because the cause is not a busy server.
    var isTold = false
    /// The wrong member of the body, or the wrong parameter; the first of several.
    var field: String?
    /// The details, for the log only.
    var cause: String?
    /// Whether to ignore the rest of the request.
    var closesConnection = false

    init(_ code: ErrorCode, _ message: String, status: HTTPResponse.Status? = nil, retryAfter: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status ?? code.status
        self.retryAfter = retryAfter
    }

    /// The request is malformed, or a value has the wrong type.
    static func invalid(_ message: String, field: String? = nil) -> EdgeError {
        var error = EdgeError(.invalidRequest, message)
        error.field = field
        return error
    }

    /// The request has several errors; the message contains them all.
    init(sentences: [String], field: String) { self = .invalid(sentences.joined(separator: " "), field: field) }

    /// A user is signed in to an account unknown to identity, for example after its database was lost. They stay signed
    /// in: identity would remember an erasure.
    static var accountMissing: EdgeError {
        EdgeError(
            .unavailable, "your account cannot be found on the server at present; try again later", retryAfter: 60)
    }

    /// Accounts cannot be created while the fate of others is unknown.
    static var accountsMissing: EdgeError {
        let answer = ServiceError.accountsMissing
        return EdgeError(answer.code, answer.message, retryAfter: answer.retryAfter)
    }

    /// Whether the outage lasts longer than a busy moment; the message then explains it.
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
