import BaliseAPI
import HTTPTypes
import MessageBus
import Models

/// An error for the client. Each API renders it in its own form.
struct EdgeError: Error, Sendable {
    var code: ErrorCode
    /// One sentence for the client, without secrets and internal text. It may be empty if the status is enough.
    var message: String
    var status: HTTPResponse.Status
    /// The seconds after which the client may retry; nil if the answer names no time.
    var retryAfter: Int?
    var allow: String?
    /// The kind of the error, for an API whose clients know more kinds than codes; nil for the code's usual kind.
    var kind: String?
    /// The ticket of `secondStepNeeded`, for APIs whose apps can use it.
    var ticket: SecretText?
    var fields: [HTTPField] = []
    /// Whether users see the message even if the outage is short, because its cause is not a busy server.
    var isTold = false
    /// The wrong members of the body or parameters.
    var wrongMembers: [WrongMember] = []
    /// The cause, for the log only.
    var cause: String?
    /// The id of the header X-Request-Id, which is set before the error is rendered.
    var requestID: String?
    /// Whether the connection closes, so that the rest of the request is ignored.
    var closesConnection = false

    init(_ code: ErrorCode, _ message: String, status: HTTPResponse.Status? = nil, retryAfter: Int? = nil) {
        self.code = code
        self.message = message
        self.status = status ?? code.status
        self.retryAfter = retryAfter
    }

    static func invalid(_ message: String, field: String? = nil) -> EdgeError {
        var error = EdgeError(.invalidRequest, message)
        if let field { error.wrongMembers = [WrongMember(field, message)] }
        return error
    }

    /// - Parameter cause: The cause, for the log only.
    static func internalFailure(_ cause: String? = nil, _ message: String = "") -> EdgeError {
        var error = EdgeError(.internalFailure, message)
        error.cause = cause
        return error
    }

    /// Makes the error for at least one wrong member. At most `WrongMembers.maximumCount` are kept.
    init(_ wrongMembers: [WrongMember]) {
        self.init(.invalidRequest, "")
        setWrongMembers(wrongMembers)
    }

    /// The wrong members, each once with all its texts as sentences.
    var shownWrongMembers: [WrongMember] {
        wrongMembers.reduce(into: []) { members, next in
            if let known = members.firstIndex(where: { $0.field == next.field }) {
                members[known].message += " " + next.sentence
            } else {
                members.append(WrongMember(next.field, next.sentence))
            }
        }
    }

    /// Sets the wrong members, and their texts as the message.
    private mutating func setWrongMembers(_ all: [WrongMember]) {
        wrongMembers = all.prefix(WrongMembers.maximumCount).map { WrongMember(shownName($0.field), $0.message) }
        message =
            wrongMembers.count == 1
            ? wrongMembers[0].message : wrongMembers.map(\.sentence).joined(separator: " ")
    }

    /// The error for a signed-in account that the identity service does not know, for example after the loss of its
    /// database. The user stays signed in, because the identity service would know of an erasure.
    static var accountMissing: EdgeError {
        EdgeError(
            .unavailable, "your account cannot be found on the server at present; try again later", retryAfter: 60)
    }

    /// Whether the outage lasts longer than a busy moment. Then the message explains it.
    var isLasting: Bool { code == .unavailable && !message.isEmpty && (retryAfter ?? 0) >= EdgeError.longMoment }

    /// The shortest duration of a lasting outage in seconds.
    private static let longMoment = 30

    static func tooLarge(limit: Int) -> EdgeError {
        EdgeError(.payloadTooLarge, "the body may have at most \(limit) bytes")
    }

    static func methodNotAllowed(allow: String) -> EdgeError {
        var error = EdgeError(.methodNotAllowed, "")
        error.allow = allow
        return error
    }

    static var unknownMethod: EdgeError {
        EdgeError(
            .invalidRequest, "the server does not know this method; write methods in capitals", status: .notImplemented
        )
    }

    static var requestTooSlow: EdgeError {
        var error = EdgeError(.timedOut, "the request did not arrive in time", status: .requestTimeout)
        error.closesConnection = true
        return error
    }

    /// Makes the error of a failed request. Programming errors become internal failures, with their cause in the log.
    init(_ error: BusError, asking request: any Request.Type) {
        switch error {
        case .refused(let refusal):
            let isBusy = refusal.code == .unavailable || refusal.code == .overloaded
            self.init(refusal.code, refusal.message, retryAfter: refusal.retryAfter ?? (isBusy ? 1 : nil))
            isTold = refusal.isOfProvider
            ticket = refusal.ticket.map { SecretText($0.value) }
            if refusal.field != nil { setWrongMembers(refusal.wrongMembers) }
            if refusal.code == .internalFailure || isTold { cause = refusal.message }
        case .unavailable(let service):
            self.init(.unavailable, "try again in a moment", retryAfter: 1)
            cause = "\(service) cannot be reached"
        case .overloaded:
            self.init(.overloaded, "try again in a moment", retryAfter: 1)
            cause = "too many requests are waiting"
        case .closed:
            self.init(.unavailable, "try again in a moment", retryAfter: 1)
            cause = "the bus is shut down"
        case .cancelled:
            self.init(.unavailable, "try again in a moment", retryAfter: 1)
            cause = "the request was cancelled"
        case .timedOut:
            // It is unknown how far the service came. Reads and idempotent calls can be repeated in any case.
            self.init(
                .timedOut,
                request.isIdempotent
                    ? "the answer took too long; try again"
                    : "the answer took too long; the change may have been made, so check before you try again"
            )
            cause = "no reply before the deadline"
        case .notPermitted, .unknownMessage, .tooLarge, .malformed, .failed:
            self.init(.internalFailure, "")
            cause = "\(error)"
        }
    }

    /// The message as a sentence for people. Some apps know some of these texts and act on them.
    var textForPeople: String {
        switch code {
        case .tokenExpired where status == .unauthorized: "Token expired"
        case .invalidToken where status == .unauthorized && message != EdgeError.unknownAPIKey.message: "Invalid token"
        case .accountGone where status == .unauthorized: "User not found"
        // The error does not reveal whether the name or the password was wrong.
        case .wrongCredentials where status == .unauthorized: "The name or the password is wrong."
        case .unavailable, .overloaded:
            isLasting || isTold ? message.asSentence : "The server is busy. Try again in a moment."
        case .internalFailure: "Something went wrong on our side."
        default:
            message.isEmpty
                ? usualText : wrongMembers.count == 1 ? wrongMembers[0].sentence : message.asSentence
        }
    }

    private var usualText: String {
        switch code {
        case .authenticationRequired: "Sign in first."
        case .forbidden: "You are not allowed to do this."
        case .erasurePending: "This account is due to be erased."
        case .secondStepNeeded: "Enter a code of your authenticator app, or a recovery code."
        case .phoneNotVerified: "You need a confirmed phone number for this."
        case .codeMismatch: "This code is wrong."
        case .codeExpired: "This code has expired. Ask for a new one."
        case .notFound: "Nothing exists at this address."
        case .methodNotAllowed: "This address does not accept this method."
        case .conflict: "This contradicts what is stored."
        case .duplicate: "This name belongs to another account."
        case .rateLimited: "Too many attempts. Wait a little, and try again."
        default: "\(status.reasonPhrase)."
        }
    }

    /// The field `WWW-Authenticate` (RFC 6750, section 3). Without a credential it has no code. Expiry has a text.
    var bearerChallenge: HTTPField {
        let text =
            switch code {
            case .authenticationRequired, .wrongCredentials: "Bearer"
            // The form of RFC 9470, section 3, asks for a new sign-in.
            case .signInTooOld:
                #"Bearer error="insufficient_user_authentication", "#
                    + #"error_description="A more recent sign-in is required", max_age=\#(RecentSignIn.maximumAge)"#
            case .tokenExpired: #"Bearer error="invalid_token", error_description="The token expired""#
            default: #"Bearer error="invalid_token""#
            }
        return HTTPField(name: .wwwAuthenticate, value: text)
    }

    /// Makes the error of a refused credential. Apps compare these exact words.
    static func refused(_ code: ErrorCode) -> EdgeError {
        switch code {
        case .tokenExpired: EdgeError(code, "Token expired")
        case .invalidToken: EdgeError(code, "Invalid token")
        case .accountGone: EdgeError(code, "User not found")
        case .authenticationRequired: EdgeError(code, "Authentication required")
        case .secondStepNeeded:
            EdgeError(
                code,
                "this account needs a second step, which a token of an identity provider does not include; sign in another way"
            )
        default: EdgeError(code, "")
        }
    }

    static let unknownAPIKey = EdgeError(
        .invalidToken, "this API key is not known: it may be mistyped, revoked or expired")

    static func cannotTell(_ cause: String?, retryAfter: Int? = nil, isOfProvider: Bool = false) -> EdgeError {
        var error = EdgeError(.unavailable, "try again in a moment", retryAfter: retryAfter ?? 1)
        if error.isLasting {
            error.message = "the server cannot check at present whether you are signed in; try again later"
        }
        if isOfProvider {
            error.message = "your identity provider does not answer at present; try again later"
            error.isTold = true
        }
        error.cause = cause
        return error
    }
}

extension WrongMember {
    /// The text as a sentence. The name of a member stays as it is written in the body, even at the beginning.
    var sentence: String {
        func words(_ text: String) -> [Substring] { text.split { !$0.isLetter && !$0.isNumber } }
        let isNamed = words(message).first.map { words(field).contains($0) } ?? false
        return isNamed ? message.withFullStop : message.asSentence
    }
}

extension String {
    /// The text as a sentence. Services send parts of a sentence, because some APIs put text before them.
    fileprivate var asSentence: String {
        guard let first, !endsSentence else { return self }
        return first.uppercased() + dropFirst() + "."
    }

    fileprivate var withFullStop: String { endsSentence ? self : self + "." }

    private var endsSentence: Bool { last.map { ".?".contains($0) } ?? true }
}

extension ErrorCode {
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

extension RecentSignIn {
    static func check(_ principal: Principal, at now: UnixTime) throws(EdgeError) {
        guard isShown(by: principal, at: now) else { throw EdgeError(.signInTooOld, advice) }
    }
}
