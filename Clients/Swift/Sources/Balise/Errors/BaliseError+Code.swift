// The catalogue: the codes by which the server says what kind of refusal it is.

extension BaliseError {
    /// What kind of refusal it is.
    ///
    /// The type is open: a newer server may know kinds that this version of the SDK has no name for.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as the server writes it.
        public let rawValue: String

        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension BaliseError.Code {
    /// The request is malformed or a value is out of its range.
    public static let invalidRequest = Self(rawValue: "INVALID_REQUEST")
    /// Nobody is signed in, or the credential does not count here.
    public static let authenticationRequired = Self(rawValue: "AUTHENTICATION_REQUIRED")
    /// The name or the password is wrong; which of them is not told.
    public static let wrongCredentials = Self(rawValue: "INVALID_CREDENTIALS")
    /// The token was good once and its time is over.
    public static let tokenExpired = Self(rawValue: "TOKEN_EXPIRED")
    /// The token counts for nothing: unknown, ended, used, or from elsewhere.
    public static let invalidToken = Self(rawValue: "INVALID_TOKEN")
    /// The token is genuine and its account is disabled or erased.
    public static let accountGone = Self(rawValue: "USER_NOT_FOUND")
    /// The account is to be erased, as its person asked, who may still take that back: by signing in with
    /// `cancelsErasure`.
    public static let erasurePending = Self(rawValue: "ERASURE_PENDING")
    /// The person has to sign in anew before this is done.
    public static let signInTooOld = Self(rawValue: "REAUTHENTICATION_REQUIRED")
    /// The first step of a sign-in was right, and the account takes a second one: the refusal has a `ticket` for it.
    public static let secondStepNeeded = Self(rawValue: "SECOND_STEP_REQUIRED")
    /// The caller is known, or needs no name, and may not do this. A device key that is missing or wrong is this.
    public static let forbidden = Self(rawValue: "FORBIDDEN")
    /// This needs a phone number that its person has shown to be theirs.
    public static let phoneNotVerified = Self(rawValue: "PHONE_NUMBER_NOT_VERIFIED")
    /// The code that was sent to the person is another one.
    public static let codeMismatch = Self(rawValue: "CODE_MISMATCH")
    /// The code that was sent to the person counts no more, or none was sent.
    public static let codeExpired = Self(rawValue: "CODE_EXPIRED")
    /// There is nothing at this address.
    public static let notFound = Self(rawValue: "NOT_FOUND")
    /// The address exists and does not take this method.
    public static let methodNotAllowed = Self(rawValue: "METHOD_NOT_ALLOWED")
    /// The request contradicts what is stored.
    public static let conflict = Self(rawValue: "CONFLICT")
    /// A name that must be unique belongs to another account.
    public static let duplicate = Self(rawValue: "DUPLICATE_FIELD")
    /// The body is larger than the limit.
    public static let payloadTooLarge = Self(rawValue: "PAYLOAD_TOO_LARGE")
    /// The charset or the content encoding of the body is not supported.
    public static let unsupportedMediaType = Self(rawValue: "UNSUPPORTED_MEDIA_TYPE")
    /// The caller asks too often; the refusal's `retryAfter` says when to come back.
    public static let rateLimited = Self(rawValue: "RATE_LIMITED")
    /// A defect of the server; its operator finds the cause under the request's id.
    public static let internalFailure = Self(rawValue: "INTERNAL")
    /// More work is waiting than the server takes on; try again in a moment.
    public static let overloaded = Self(rawValue: "OVERLOADED")
    /// A part of the server cannot be reached.
    public static let unavailable = Self(rawValue: "UNAVAILABLE")
    /// The server gave up before it had an answer.
    public static let timedOut = Self(rawValue: "TIMED_OUT")

    /// Every code that this version of the SDK has a name for.
    public static let known: [BaliseError.Code] = [
        .invalidRequest, .authenticationRequired, .wrongCredentials, .tokenExpired, .invalidToken, .accountGone,
        .erasurePending, .signInTooOld, .secondStepNeeded, .forbidden, .phoneNotVerified, .codeMismatch, .codeExpired,
        .notFound,
        .methodNotAllowed,
        .conflict, .duplicate,
        .payloadTooLarge, .unsupportedMediaType, .rateLimited, .internalFailure, .overloaded, .unavailable, .timedOut,
    ]

    /// What a status says where the body says no more, as in the Miataru API and from proxies on the way.
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
