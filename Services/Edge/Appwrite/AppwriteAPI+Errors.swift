import BaliseJSON
import HTTPTypes
import Models

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
