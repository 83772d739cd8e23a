import BaliseJSON
import HTTPTypes
import Models

struct AppwriteErrorType: Sendable {
    /// The error type, as clients compare it.
    let name: String
    let code: ErrorCode
    /// The general text of the error. A more precise text replaces it.
    let message: String

    private init(_ name: String, _ code: ErrorCode, _ message: String) {
        (self.name, self.code, self.message) = (name, code, message)
    }

    static let argumentInvalid = Self("general_argument_invalid", .invalidRequest, "The request is malformed.")
    static let badRequest = Self("general_bad_request", .invalidRequest, "The request is malformed.")
    static let accessForbidden = Self("general_access_forbidden", .forbidden, "This is not allowed.")
    static let rateLimitExceeded = Self(
        "general_rate_limit_exceeded", .rateLimited, "Too many requests of this kind. Wait a little and try again.")
    static let routeNotFound = Self(
        "general_route_not_found", .notFound, "There is no such route. Check the path and the method.")
    static let serverError = Self(
        "general_server_error", .internalFailure, "Something went wrong on the server's side. Try again in a moment.")
    static let unauthorizedScope = Self(
        "general_unauthorized_scope", .authenticationRequired, #"User (role: guests) missing scopes (["account"])"#)
    static let unknownOrigin = Self(
        "general_unknown_origin", .forbidden,
        "This origin may not call. The operator can add it to BALISE_APPWRITE_ALLOWED_ORIGINS.")
    static let projectNotFound = Self(
        "project_not_found", .notFound,
        "X-Appwrite-Project names another project than BALISE_APPWRITE_PROJECT of this server.")
    static let userAlreadyExists = Self(
        "user_already_exists", .duplicate, "There is a user with the same id or e-mail address already.")
    static let userBlocked = Self(
        "user_blocked", .erasurePending, "The account is due to be erased at its user's request.")
    static let userInvalidCredentials = Self(
        "user_invalid_credentials", .wrongCredentials, "The e-mail address or the password is wrong.")
    static let userJWTAndCookieSet = Self(
        "user_jwt_and_cookie_set", .forbidden, "Send either X-Appwrite-JWT or a session cookie, not both.")
    static let userJWTInvalid = Self(
        "user_jwt_invalid", .invalidToken, "The token in X-Appwrite-JWT is not valid or no longer valid.")
    static let userMoreFactorsRequired = Self(
        "user_more_factors_required", .authenticationRequired,
        "The account has a second step, which this API does not support. Sign in through an app that does.")
    static let userSessionAlreadyExists = Self(
        "user_session_already_exists", .authenticationRequired,
        "A user is already signed in. Delete the current session first.")
    static let userSessionNotFound = Self("user_session_not_found", .notFound, "The user has no such session.")
    static let userTargetAlreadyExists = Self(
        "user_target_already_exists", .duplicate, "The e-mail address belongs to another user.")
    static let databaseNotFound = Self("database_not_found", .notFound, "There is no such database.")
    static let collectionNotFound = Self(
        "collection_not_found", .notFound, "There is no such collection. This server keeps users and families only.")
    static let documentNotFound = Self("document_not_found", .notFound, "There is no such document.")
    static let documentAlreadyExists = Self("document_already_exists", .conflict, "The document already exists.")
    static let documentMissingData = Self("document_missing_data", .invalidRequest, "The member data is missing.")
}

extension EdgeError {
    static func appwrite(_ type: AppwriteErrorType, _ message: String? = nil) -> EdgeError {
        var error = EdgeError(type.code, message ?? type.message)
        error.kind = type.name
        return error
    }

    static func parameter(_ name: StaticString, _ problem: String) -> EdgeError {
        appwrite(.argumentInvalid, "Invalid `\(name)` param: \(problem)")
    }

    /// Names this parameter in a refusal by the identity service, because all others were checked before.
    func about(_ parameter: StaticString) -> EdgeError {
        guard code == .invalidRequest, kind == nil else { return self }
        return .parameter(parameter, textForPeople)
    }

    func known(as type: AppwriteErrorType, where code: ErrorCode...) -> EdgeError {
        guard code.contains(self.code) else { return self }
        var error = EdgeError.appwrite(type)
        error.cause = cause
        return error
    }
}

extension AppwriteAPI {
    private static let version = "1.9.6"

    func render(_ error: EdgeError, method: HTTPRequest.Method, path: String) -> Answer {
        let isUnknownRoute = error.code == .methodNotAllowed && method != .trace
        let status = isUnknownRoute ? .notFound : error.status
        var json = JSONObject()
        json.set("message", message(of: error))
        json.set("code", status.code)
        json.set("type", error.kind ?? usualType(of: error).name)
        json.set("version", AppwriteAPI.version)
        var answer = Answer(status, json: json.bytes)
        answer.fields = error.fields + [.noStore]
        if error.code == .rateLimited {
            let reset = appwrite.parts.clock.now().rawValue / 1000 + Int64(error.retryAfter ?? 1)
            answer.fields.append(HTTPField(name: .rateLimitRemaining, value: "0"))
            answer.fields.append(HTTPField(name: .rateLimitReset, value: String(reset)))
        }
        return answer
    }

    private func message(of error: EdgeError) -> String {
        if error.kind != nil { return error.message }
        return switch error.code {
        case .invalidRequest, .payloadTooLarge, .unsupportedMediaType, .conflict, .erasurePending:
            error.message.isEmpty ? usualType(of: error).message : error.message
        case .unavailable where error.isLasting: error.textForPeople
        case .timedOut where error.status == .gatewayTimeout: error.textForPeople
        default: usualType(of: error).message
        }
    }

    private func usualType(of error: EdgeError) -> AppwriteErrorType {
        switch error.code {
        case .invalidRequest, .payloadTooLarge, .codeMismatch, .codeExpired: .argumentInvalid
        case .unsupportedMediaType, .conflict: .badRequest
        case .timedOut where error.status.code < 500: .badRequest
        case .authenticationRequired, .tokenExpired, .invalidToken, .accountGone, .signInTooOld:
            .unauthorizedScope
        case .wrongCredentials: .userInvalidCredentials
        case .forbidden, .phoneNotVerified: .accessForbidden
        case .erasurePending: .userBlocked
        case .secondStepNeeded: .userMoreFactorsRequired
        case .notFound, .methodNotAllowed: .routeNotFound
        case .duplicate: .userAlreadyExists
        case .rateLimited: .rateLimitExceeded
        case .internalFailure, .overloaded, .unavailable, .timedOut: .serverError
        }
    }
}
