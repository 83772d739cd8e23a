// The catalogue: every kind of error that crosses a border, between services or to a client.

/// The kind of an error, one catalogue for all services and all APIs of the edge.
///
/// Each API of the edge renders it in its own form; the raw value is what the app API shows as `code`.
public enum ErrorCode: String, Codable, Sendable, CaseIterable {
    /// The request is malformed or a value is out of its range.
    case invalidRequest = "INVALID_REQUEST"
    /// Nobody is signed in, or the credential does not count here.
    case authenticationRequired = "AUTHENTICATION_REQUIRED"
    /// The name or the password is wrong; which of them is not told.
    case wrongCredentials = "INVALID_CREDENTIALS"
    /// The token was good once and its time is over.
    case tokenExpired = "TOKEN_EXPIRED"
    /// The token is not valid: unknown, ended, used, or not from here.
    case invalidToken = "INVALID_TOKEN"
    /// The token is genuine and its account is disabled or erased.
    case accountGone = "USER_NOT_FOUND"
    /// The account is to be erased, as its person asked, who may still take that back.
    case erasurePending = "ERASURE_PENDING"
    /// The caller is known, and has to sign in anew before this is done.
    case signInTooOld = "REAUTHENTICATION_REQUIRED"
    /// The first step of a sign-in was right, and the account wants a second one: the error has a ticket for it.
    case secondStepNeeded = "SECOND_STEP_REQUIRED"
    /// The caller is known, or needs no name, and may not do this.
    case forbidden = "FORBIDDEN"
    /// This needs a phone number that its person has shown to be theirs.
    case phoneNotVerified = "PHONE_NUMBER_NOT_VERIFIED"
    /// The code that was sent to the person is another one.
    case codeMismatch = "CODE_MISMATCH"
    /// The code that was sent to the person counts no more, or none was sent.
    case codeExpired = "CODE_EXPIRED"
    /// There is nothing at this address.
    case notFound = "NOT_FOUND"
    /// The address exists and does not take this method.
    case methodNotAllowed = "METHOD_NOT_ALLOWED"
    /// The request contradicts what is stored.
    case conflict = "CONFLICT"
    /// A name that must be unique belongs to another account.
    case duplicate = "DUPLICATE_FIELD"
    /// The body is larger than the limit.
    case payloadTooLarge = "PAYLOAD_TOO_LARGE"
    /// The charset or the content encoding of the body is not supported.
    case unsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
    /// The caller asks too often; `retryAfter` says when to come back.
    case rateLimited = "RATE_LIMITED"
    /// A defect; the cause is in the log under the request's id.
    case internalFailure = "INTERNAL"
    /// More work is waiting than the bound allows; try again in a moment.
    case overloaded = "OVERLOADED"
    /// A service or its store cannot be reached.
    case unavailable = "UNAVAILABLE"
    /// No answer came before the deadline.
    case timedOut = "TIMED_OUT"
}
