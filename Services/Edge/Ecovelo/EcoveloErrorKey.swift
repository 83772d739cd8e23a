import BaliseJSON
import HTTPTypes
import Models

enum EcoveloErrorKey: String, Sendable {
    case codeExpired = "code_expired"
    case codeMismatch = "code_mismatch"
    case invalidPhoneNumber = "invalid_phone_number"
    case limitExceeded = "limit_exceeded"
    case missingParameter = "missing_parameter"
    case notAuthorized = "not_authorized"
    case phoneNumberNotVerified = "phone_number_not_verified"
    case programNotFound = "program_not_found"
    case tooManyRequests = "too_many_requests"
    case userNotFound = "user_not_found"
}

extension EdgeError {
    func keyed(_ key: EcoveloErrorKey, where code: ErrorCode) -> EdgeError {
        guard code == self.code else { return self }
        var error = self
        error.kind = key.rawValue
        return error
    }

    /// An error that the web app does not know gets its code in lower case; the app has a general text for that.
    var ecoveloKey: String {
        // The app signs its user out on every problem with a token; `code` contains the reason.
        if status == .unauthorized { return EcoveloErrorKey.notAuthorized.rawValue }
        if let kind { return kind }
        let key: EcoveloErrorKey? =
            switch code {
            case .codeExpired: .codeExpired
            case .codeMismatch: .codeMismatch
            case .phoneNotVerified: .phoneNumberNotVerified
            case .accountGone: .userNotFound
            // A program outside the credential has its own kind (`Caller`). Otherwise this user may not use the API at all.
            case .forbidden: .notAuthorized
            case .rateLimited: .tooManyRequests
            default: nil
            }
        return key?.rawValue ?? code.rawValue.lowercased()
    }
}

extension APICall {
    /// A missing member has an error key of its own.
    func ecoveloBody<Body: JSONConvertible>(as type: Body.Type) throws(EdgeError) -> Body {
        let json = try json()
        do throws(JSONShapeErrors) { return try Body(lenient: json) } catch {
            guard error.all.contains(where: { $0.problem == .missing }) else { throw EdgeError(error) }
            throw EdgeError(error).keyed(.missingParameter, where: .invalidRequest)
        }
    }
}
