import BaliseJSON
import HTTPTypes
import Models

enum AppwriteErrorType: String, Sendable {
    case argumentInvalid = "general_argument_invalid"
    case badRequest = "general_bad_request"
    case accessForbidden = "general_access_forbidden"
    case rateLimitExceeded = "general_rate_limit_exceeded"
    case routeNotFound = "general_route_not_found"
    case serverError = "general_server_error"
    case unauthorizedScope = "general_unauthorized_scope"
    case unknownOrigin = "general_unknown_origin"
    case projectNotFound = "project_not_found"
    case userAlreadyExists = "user_already_exists"
    case userBlocked = "user_blocked"
    case userInvalidCredentials = "user_invalid_credentials"
    case userJWTAndCookieSet = "user_jwt_and_cookie_set"
    case userJWTInvalid = "user_jwt_invalid"
    case userMoreFactorsRequired = "user_more_factors_required"
    case userSessionAlreadyExists = "user_session_already_exists"
    case userSessionNotFound = "user_session_not_found"
    case userTargetAlreadyExists = "user_target_already_exists"
    case databaseNotFound = "database_not_found"
    case collectionNotFound = "collection_not_found"
    case documentNotFound = "document_not_found"
    case documentAlreadyExists = "document_already_exists"
    case documentMissingData = "document_missing_data"
}

extension EdgeError {
    static func appwrite(_ type: AppwriteErrorType, _ message: String? = nil) -> EdgeError {
        var error = EdgeError(type.code, message ?? type.message)
        error.kind = type.rawValue
        return error
    }

    static func parameter(_ name: StaticString, _ problem: String) -> EdgeError {
        appwrite(.argumentInvalid, "Invalid `\(name)` param: \(problem)")
    }

    /// All other parameters were checked before, so the service can only mean this one.
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

extension AppwriteErrorType {
    fileprivate var code: ErrorCode {
        switch self {
        case .argumentInvalid, .badRequest, .documentMissingData: .invalidRequest
        case .accessForbidden, .unknownOrigin, .userJWTAndCookieSet: .forbidden
        case .rateLimitExceeded: .rateLimited
        case .routeNotFound, .projectNotFound, .userSessionNotFound, .databaseNotFound, .collectionNotFound,
            .documentNotFound:
            .notFound
        case .serverError: .internalFailure
        case .unauthorizedScope, .userMoreFactorsRequired, .userSessionAlreadyExists: .authenticationRequired
        case .userAlreadyExists, .userTargetAlreadyExists: .duplicate
        case .documentAlreadyExists: .conflict
        case .userBlocked: .erasurePending
        case .userInvalidCredentials: .wrongCredentials
        case .userJWTInvalid: .invalidToken
        }
    }

    var message: String {
        switch self {
        case .argumentInvalid, .badRequest: "The request is malformed."
        case .accessForbidden: "This is not allowed."
        case .rateLimitExceeded: "Too many requests of this kind. Wait a little and try again."
        case .routeNotFound: "There is no such route. Check the path and the method."
        case .serverError: "Something went wrong on the server's side. Try again in a moment."
        case .unauthorizedScope: #"User (role: guests) missing scopes (["account"])"#
        case .unknownOrigin: "This origin may not call. The operator can add it to BALISE_APPWRITE_ALLOWED_ORIGINS."
        case .projectNotFound: "X-Appwrite-Project names another project than BALISE_APPWRITE_PROJECT of this server."
        case .userAlreadyExists: "There is a user with the same id or e-mail address already."
        case .userBlocked: "The account is due to be erased at its user's request."
        case .userInvalidCredentials: "The e-mail address or the password is wrong."
        case .userJWTAndCookieSet: "Send either X-Appwrite-JWT or a session cookie, not both."
        case .userJWTInvalid: "The token in X-Appwrite-JWT is not valid, or no longer."
        case .userMoreFactorsRequired:
            "The account has a second step, which this API does not support. Sign in through an app that does."
        case .userSessionAlreadyExists: "A user is already signed in. Delete the current session first."
        case .userSessionNotFound: "The user has no such session."
        case .userTargetAlreadyExists: "The e-mail address belongs to another user."
        case .databaseNotFound: "There is no such database."
        case .collectionNotFound: "There is no such collection. This server keeps the collection users only."
        case .documentNotFound: "There is no such document."
        case .documentAlreadyExists: "The document already exists."
        case .documentMissingData: "The member data is missing."
        }
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
        json.set("type", error.kind ?? usualType(of: error).rawValue)
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

extension HTTPField.Name {
    // The names are valid constants, so the fallback is never used.
    static let rateLimitLimit = HTTPField.Name("X-RateLimit-Limit") ?? .retryAfter
    static let rateLimitRemaining = HTTPField.Name("X-RateLimit-Remaining") ?? .retryAfter
    static let rateLimitReset = HTTPField.Name("X-RateLimit-Reset") ?? .retryAfter
    static let fallbackCookies = HTTPField.Name("X-Fallback-Cookies") ?? .retryAfter
}
