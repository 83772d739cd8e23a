extension BaliseError {
    /// The reason code of a refusal. The set is open: a newer server may send codes that this version has no name for.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as the server writes it.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension BaliseError.Code {
    /// The request is malformed or a value is out of its range.
    public static let invalidRequest = Self(rawValue: "INVALID_REQUEST")
    /// No user is signed in, or the credential is not valid for this call.
    public static let authenticationRequired = Self(rawValue: "AUTHENTICATION_REQUIRED")
    /// The name or the password is wrong. The server does not reveal which.
    public static let wrongCredentials = Self(rawValue: "INVALID_CREDENTIALS")
    /// The token was valid and has expired.
    public static let tokenExpired = Self(rawValue: "TOKEN_EXPIRED")
    /// The token is invalid: unknown, ended, used, or issued elsewhere.
    public static let invalidToken = Self(rawValue: "INVALID_TOKEN")
    /// The token is genuine, but its account is disabled or erased.
    public static let accountGone = Self(rawValue: "USER_NOT_FOUND")
    /// The account will be erased, as its user asked. A sign-in with `cancelsErasure` still restores it.
    public static let erasurePending = Self(rawValue: "ERASURE_PENDING")
    /// The user must sign in again before this call.
    public static let signInTooOld = Self(rawValue: "REAUTHENTICATION_REQUIRED")
    /// The first step of a sign-in succeeded, and the account needs a second one. The refusal has a `ticket` for it.
    public static let secondStepNeeded = Self(rawValue: "SECOND_STEP_REQUIRED")
    /// The caller is not allowed to do this. A missing or wrong device key has this code, too.
    public static let forbidden = Self(rawValue: "FORBIDDEN")
    /// The call needs a verified phone number.
    public static let phoneNotVerified = Self(rawValue: "PHONE_NUMBER_NOT_VERIFIED")
    /// The code that the user entered is not the one that was sent.
    public static let codeMismatch = Self(rawValue: "CODE_MISMATCH")
    /// The code has expired, or none was sent.
    public static let codeExpired = Self(rawValue: "CODE_EXPIRED")
    /// Nothing exists at this address.
    public static let notFound = Self(rawValue: "NOT_FOUND")
    /// The address exists and does not take this method.
    public static let methodNotAllowed = Self(rawValue: "METHOD_NOT_ALLOWED")
    /// The request contradicts the stored data.
    public static let conflict = Self(rawValue: "CONFLICT")
    /// A name that must be unique is taken.
    public static let duplicate = Self(rawValue: "DUPLICATE_FIELD")
    /// The body is larger than the limit.
    public static let payloadTooLarge = Self(rawValue: "PAYLOAD_TOO_LARGE")
    /// The charset or the content encoding of the body is not supported.
    public static let unsupportedMediaType = Self(rawValue: "UNSUPPORTED_MEDIA_TYPE")
    /// The caller asks too often. `retryAfter` says when to try again.
    public static let rateLimited = Self(rawValue: "RATE_LIMITED")
    /// A defect of the server. Its operator finds the cause in the server's log under the request's id.
    public static let internalFailure = Self(rawValue: "INTERNAL")
    /// The server has too much work; try again in a moment.
    public static let overloaded = Self(rawValue: "OVERLOADED")
    /// A part of the server is unreachable.
    public static let unavailable = Self(rawValue: "UNAVAILABLE")
    /// The server gave up before it had an answer.
    public static let timedOut = Self(rawValue: "TIMED_OUT")

    /// Every code that this version of the SDK names.
    public static let known: [BaliseError.Code] = [
        .invalidRequest, .authenticationRequired, .wrongCredentials, .tokenExpired, .invalidToken, .accountGone,
        .erasurePending, .signInTooOld, .secondStepNeeded, .forbidden, .phoneNotVerified, .codeMismatch, .codeExpired,
        .notFound, .methodNotAllowed, .conflict, .duplicate, .payloadTooLarge, .unsupportedMediaType, .rateLimited,
        .internalFailure, .overloaded, .unavailable, .timedOut,
    ]

    /// The code for a status whose body has no code, as in the Miataru API and in answers of proxies.
    init(status: Int) {
        switch status {
        case 401: self = .authenticationRequired
        case 403: self = .forbidden
        case 404: self = .notFound
        case 405: self = .methodNotAllowed
        case 409: self = .conflict
        case 413: self = .payloadTooLarge
        case 415: self = .unsupportedMediaType
        case 429: self = .rateLimited
        case 503: self = .unavailable
        case 504: self = .timedOut
        case 500...: self = .internalFailure
        default: self = .invalidRequest
        }
    }
}
