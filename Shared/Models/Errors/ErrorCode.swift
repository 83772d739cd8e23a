/// The kind of an error, in one catalogue for all services and all APIs of the edge. Each API writes errors in its own
/// form; the raw value is the app API's `code`.
public enum ErrorCode: String, Codable, Sendable, CaseIterable {
    case invalidRequest = "INVALID_REQUEST"
    /// No user is signed in, or the credential is not valid for this call.
    case authenticationRequired = "AUTHENTICATION_REQUIRED"
    /// The name or the password is wrong. The answer does not reveal which.
    case wrongCredentials = "INVALID_CREDENTIALS"
    case tokenExpired = "TOKEN_EXPIRED"
    /// The token is invalid: unknown, ended, used, or issued elsewhere.
    case invalidToken = "INVALID_TOKEN"
    /// The token is genuine, but its account is disabled or erased.
    case accountGone = "USER_NOT_FOUND"
    /// The account will be erased, as its user asked, and the user may still cancel the erasure.
    case erasurePending = "ERASURE_PENDING"
    /// The caller must sign in again before this call.
    case signInTooOld = "REAUTHENTICATION_REQUIRED"
    /// The first step of a sign-in succeeded, and the account needs a second step. The error contains a ticket for it.
    case secondStepNeeded = "SECOND_STEP_REQUIRED"
    case forbidden = "FORBIDDEN"
    case phoneNotVerified = "PHONE_NUMBER_NOT_VERIFIED"
    case codeMismatch = "CODE_MISMATCH"
    /// The code has expired, or no code was sent.
    case codeExpired = "CODE_EXPIRED"
    case notFound = "NOT_FOUND"
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    /// The request contradicts the stored data.
    case conflict = "CONFLICT"
    case duplicate = "DUPLICATE_FIELD"
    case payloadTooLarge = "PAYLOAD_TOO_LARGE"
    /// The charset or the content encoding of the body is not supported.
    case unsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
    /// The caller asks too often. `retryAfter` says when to try again.
    case rateLimited = "RATE_LIMITED"
    /// A defect of the server. The log contains the cause under the request's id.
    case internalFailure = "INTERNAL"
    /// Too much work is waiting; try again in a moment.
    case overloaded = "OVERLOADED"
    case unavailable = "UNAVAILABLE"
    case timedOut = "TIMED_OUT"
}
