// The keys under which the web app finds its texts for errors.

import BaliseJSON
import HTTPTypes
import Models

/// What the member `title` of an error says.
enum EcoveloErrorKey: String, Sendable {
    case codeExpired = "code_expired"
    case codeMismatch = "code_mismatch"
    case invalidPhoneNumber = "invalid_phone_number"
    /// Too many codes were asked for, or too many wrong ones shown.
    case limitExceeded = "limit_exceeded"
    case missingParameter = "missing_parameter"
    case notAuthorized = "not_authorized"
    case phoneNumberNotVerified = "phone_number_not_verified"
    case programNotFound = "program_not_found"
    case tooManyRequests = "too_many_requests"
    case userNotFound = "user_not_found"
}

extension EdgeError {
    /// The same error under another key, where `code` is the one that it has.
    func keyed(_ key: EcoveloErrorKey, where code: ErrorCode) -> EdgeError {
        guard code == self.code else { return self }
        var error = self
        error.kind = key.rawValue
        return error
    }

    /// The key; for what the web app does not know, the code in small letters, for which it has a general text.
    var ecoveloKey: String {
        // Whatever is wrong with a token, the app signs its person out; `code` tells what it was.
        if status == .unauthorized { return EcoveloErrorKey.notAuthorized.rawValue }
        if let kind { return kind }
        let key: EcoveloErrorKey? =
            switch code {
            case .codeExpired: .codeExpired
            case .codeMismatch: .codeMismatch
            case .phoneNotVerified: .phoneNumberNotVerified
            case .accountGone: .userNotFound
            // A program that the caller may not use has its own kind (`Caller`). Otherwise the person may not be here at all.
            case .forbidden: .notAuthorized
            case .rateLimited: .tooManyRequests
            default: nil
            }
        return key?.rawValue ?? code.rawValue.lowercased()
    }
}

extension APICall {
    /// The request in the body, where a member that is missing has a key of its own.
    func ecoveloBody<Body: JSONConvertible>(as type: Body.Type) throws(EdgeError) -> Body {
        let json = try json()
        do throws(JSONShapeErrors) { return try Body(lenient: json) } catch {
            guard error.all.contains(where: { $0.problem == .missing }) else { throw EdgeError(error) }
            throw EdgeError(error).keyed(.missingParameter, where: .invalidRequest)
        }
    }
}
