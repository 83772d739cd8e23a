// What can go wrong in a call, one type for the whole SDK.

public import BaliseAPI
public import Foundation

/// Why a call has no result.
public enum BaliseError: Error, Hashable, Sendable {
    /// The server refused, and says why.
    case refused(Refusal)
    /// The server cannot be reached, or the connection broke: whether it did what it was asked is not known. The text
    /// is for a log.
    case unreachable(String)
    /// No answer came in time: whether the server did what it was asked is not known.
    case timedOut
    /// The task that asked was cancelled.
    case cancelled
    /// The answer has another form than expected; the text says where, for a log. Another program may have answered, or
    /// the server is of another version.
    case unreadable(String)
    /// Nobody is signed in, or the session has ended and cannot be continued: sign in.
    case signedOut
    /// What was asked for makes no sense; nothing was sent. The text is for developers.
    case invalid(String)
    /// What the app keeps could not be read or written; the text is for a log.
    case storage(String)
    /// The system did not do what the app asked of it, as when it shows no sheet for Sign in with Apple or a passkey. The
    /// text is for a log.
    case system(String)
}

extension BaliseError {
    /// The server's answer in place of a result.
    public struct Refusal: Hashable, Sendable {
        /// The HTTP status, 300 and more.
        public var status: Int
        /// What kind of refusal it is.
        public var code: Code
        /// One sentence about it, in English and for people who know what the app does; empty where the server gave
        /// none.
        public var message: String
        /// The key by which one of the APIs names its errors, like `phone_number_already_used`; nil elsewhere.
        public var title: String?
        /// The id under which the request stands in the server's log.
        public var requestID: String?
        /// After how many seconds another try makes sense, where the server says it.
        public var retryAfter: Int?
        /// With `secondStepNeeded`, what `SessionsAPI.takeSecondStep` takes; nil elsewhere.
        public var ticket: SecretString?

        /// A refusal, as tests and previews need it.
        public init(
            status: Int, code: Code, message: String = "", title: String? = nil, requestID: String? = nil,
            retryAfter: Int? = nil, ticket: SecretString? = nil
        ) {
            self.status = status
            self.code = code
            self.message = message
            self.title = title
            self.requestID = requestID
            self.retryAfter = retryAfter
            self.ticket = ticket
        }
    }

    /// The server's code; nil when it was not the server that refused.
    public var code: Code? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.code
    }

    /// Whether the server may have done what it was asked although nobody heard of it.
    var mayHaveBeenDone: Bool {
        switch self {
        case .unreachable, .timedOut: true
        default: false
        }
    }

    /// Whether the same call would fail in the same way, whenever it is made.
    var isFinal: Bool {
        switch self {
        case .invalid: true
        case .refused(let refusal): (400..<500).contains(refusal.status) && ![401, 408, 429].contains(refusal.status)
        default: false
        }
    }

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

extension BaliseError: LocalizedError {
    /// The same as `description`, so that an app that shows the system's text for an error shows this.
    public var errorDescription: String? { description }
}

extension BaliseError: CustomStringConvertible {
    /// What happened and what to do, in a sentence, without anything secret.
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
        case .signedOut: return "Nobody is signed in: sign in."
        case .invalid(let reason): return "The call is not possible: \(reason)"
        case .storage(let reason): return "What the app keeps cannot be read or written: \(reason)"
        case .system(let reason): return "The system did not do what was asked of it: \(reason)"
        }
    }
}
