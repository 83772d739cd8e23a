public import BaliseAPI

/// The reason why a call has no result.
///
/// `localizedDescription` is a text for the user, `description` one for developers and logs.
public enum BaliseError: Error, Hashable, Sendable {
    /// The server refused the call. The refusal contains the reason.
    case refused(Refusal)
    /// The server is unreachable, or the connection broke. The work may or may not be done. The text is for a log.
    case unreachable(String)
    /// No answer arrived within the timeout. The server may or may not have done the work.
    case timedOut
    /// The calling task was cancelled. A sequence throws Swift's `CancellationError` instead.
    case cancelled
    /// The answer has an unexpected form, as from another program. The text names the wrong part, for a log.
    case unreadable(String)
    /// No user is signed in, or the session has ended for good. The user must sign in.
    case signedOut
    /// The arguments are invalid; nothing was sent. The text is for developers.
    case invalid(String)
    /// Stored data could not be read or written; the text is for a log.
    case storage(String)
    /// The system refused, for example to show the sheet of Sign in with Apple or of a passkey. The text is for a log.
    case system(String)
}

extension BaliseError {
    /// The server's answer instead of a result.
    public struct Refusal: Hashable, Sendable {
        /// The HTTP status, 300 or higher.
        public var status: Int
        /// The kind of the refusal.
        public var code: Code
        /// The reason as one English sentence for developers; empty if the server sent none.
        public var message: String
        /// The error key of the Ecovelo API, such as `phone_number_already_used`; nil in answers of the other APIs.
        public var title: String?
        /// The request's id in the server's log.
        public var requestID: String?
        /// The seconds to wait before the next try; nil if the server does not say.
        public var retryAfter: Int?
        /// With `secondStepNeeded`, the argument of `SessionsAPI.takeSecondStep`; nil otherwise.
        public var ticket: SecretText?
        /// The members of the request's body and the parameters that are wrong; may be empty. Show your own text beside
        /// the form field that a member's `field` names.
        public var wrongMembers: [WrongMember]

        /// Creates a refusal, for tests and previews.
        public init(
            status: Int, code: Code, message: String = "", title: String? = nil, requestID: String? = nil,
            retryAfter: Int? = nil, ticket: SecretText? = nil, wrongMembers: [WrongMember] = []
        ) {
            (self.status, self.code, self.message, self.title) = (status, code, message, title)
            (self.requestID, self.retryAfter, self.ticket) = (requestID, retryAfter, ticket)
            self.wrongMembers = wrongMembers
        }
    }

    /// The server's code; nil unless the error is `refused`.
    public var code: Code? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.code
    }

    /// Whether the server may have done the work although no answer arrived.
    var mayHaveBeenDone: Bool {
        switch self {
        case .unreachable, .timedOut: true
        default: false
        }
    }

    /// Whether the same call would always fail in the same way.
    var isFinal: Bool {
        switch self {
        case .invalid: true
        case .refused(let refusal): (400..<500).contains(refusal.status) && ![401, 408, 429].contains(refusal.status)
        default: false
        }
    }

    /// The error as a sequence throws it: a cancellation becomes Swift's `CancellationError`.
    var thrown: any Error { if self == .cancelled { CancellationError() } else { self } }

    init(_ error: BaliseTransportError) {
        switch error {
        case .unreachable(let reason): self = .unreachable(reason)
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        case .invalidAnswer(let reason): self = .unreadable(reason)
        case .notWritten(let reason): self = .storage(reason)
        }
    }
}

extension BaliseError: CustomStringConvertible {
    /// The text for developers and logs, without secrets. For a refusal it contains the status, the code, the id of the
    /// request and the server's reason. Show users `localizedDescription` instead.
    public var description: String {
        switch self {
        case .refused(let refusal):
            let request = refusal.requestID.map { ", request \($0)" } ?? ""
            let reason = refusal.message.isEmpty ? "" : ": \(refusal.message)"
            return "The server refused (\(refusal.status) \(refusal.code.rawValue)\(request))\(reason)"
        case .unreachable(let reason): return "The server cannot be reached: \(reason)"
        case .timedOut: return "The server did not answer in time."
        case .cancelled: return "The call was cancelled."
        case .unreadable(let reason): return "The answer cannot be read: \(reason)"
        case .signedOut: return "No user is signed in."
        case .invalid(let reason): return "The call is not possible: \(reason)"
        case .storage(let reason): return "The app's data cannot be read or written: \(reason)"
        case .system(let reason): return "The system refused: \(reason)"
        }
    }
}
