// Why a request gets no answer from its route.

import HTTPTypes
import Models

/// Why a request gets no answer from its route. An API renders it in its own form.
struct EdgeError: Error, Sendable {
    var code: ErrorCode
    /// For the client: one sentence without secrets and internal text; may be empty where the status says it all.
    var message: String
    /// What the client is told by the status line; the code's usual status unless said otherwise.
    var status: HTTPResponse.Status
    /// After how many seconds another try makes sense.
    var retryAfter: Int?
    /// The methods that the path takes, for 405.
    var allow: String?
    /// What it is to an API whose clients know more kinds than the catalogue; nil for what the code usually is there.
    var kind: String?
    /// With `secondStepNeeded`, what the second step is shown with. Only the APIs whose apps can take it show it.
    var ticket: SecretText?
    /// More header fields of the answer.
    var fields: [HTTPField] = []
    /// Whether people are told the message also where it may be over in a moment, since the server is not what is busy.
    var isTold = false
    /// The member of the body or the parameter that is wrong; the first one where there are several.
    var field: String?
    /// What happened, for the log only.
    var cause: String?
    /// Whether the rest of the request is not worth reading.
    var closesConnection = false

    init(_ code: ErrorCode, _ message: String, status: HTTPResponse.Status? = nil, retryAfter: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status ?? code.status
        self.retryAfter = retryAfter
    }

    /// The request is malformed, or a value is not of the expected type.
    static func invalid(_ message: String, field: String? = nil) -> EdgeError {
        var error = EdgeError(.invalidRequest, message)
        error.field = field
        return error
    }

    /// Several things are wrong with the request; the message says all of them.
    init(sentences: [String], field: String) { self = .invalid(sentences.joined(separator: " "), field: field) }

    /// The same error of what stands in a member, where it names no member itself.
    func inside(_ member: String) -> EdgeError {
        var error = self
        error.field = field ?? member
        return error
    }

    /// Somebody is signed in to an account that identity has never heard of, as after the loss of its database. They
    /// stay signed in: had it been erased, identity would say so.
    static var accountMissing: EdgeError {
        EdgeError(
            .unavailable, "your account cannot be found on the server at present; try again later", retryAfter: 60)
    }

    /// An account cannot be made while it is not known what became of others.
    static var accountsMissing: EdgeError {
        let answer = ServiceError.accountsMissing
        return EdgeError(answer.code, answer.message, retryAfter: answer.retryAfter)
    }

    /// Whether it lasts longer than the moment for which a server is busy; what it is, the message says then.
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

    /// No call has such a method.
    static var unknownMethod: EdgeError {
        EdgeError(
            .invalidRequest, "this method is not known here; methods are written in capitals", status: .notImplemented
        )
    }

    /// The client sends its request so slowly that it is given up.
    static var requestTooSlow: EdgeError {
        var error = EdgeError(.timedOut, "the request did not arrive in time", status: .requestTimeout)
        error.closesConnection = true
        return error
    }
}

extension ErrorCode {
    /// The status that tells a client of it.
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
