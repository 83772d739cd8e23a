import CBOR
import Crypto
import Models
import Sealing
import Storage

/// A message for the store to queue, together with its change.
struct MessageDraft: Sendable {
    let id: String
    let kind: MessageKind
    /// The token or code; empty for a message that only informs.
    let token: SecretText
    /// The time after which the message is not sent; nil for a message that does not expire.
    let expiresAt: UnixTime?
    let locale: String?
    let seal: MessageSeal
    /// The reported event; nil if the kind of message tells everything.
    var event: MessageContent.Event?
    /// The kind whose text is used, if only the receiver may know it; nil to use `kind`.
    var replacementKind: MessageKind?
    /// The receiver's account, if only the receiver may know it; nil for the account with which the message is queued.
    var account: AccountID?

    /// Returns the message with the text of another kind and without the token. In the queue both look the same.
    func replaced(by other: MessageKind, for account: AccountID) -> MessageDraft {
        MessageDraft(
            id: id, kind: kind, token: SecretText(""), expiresAt: expiresAt, locale: locale, seal: seal,
            replacementKind: other, account: account)
    }

    /// - Parameter zone: The user's time zone, as their profile names it.
    func sealed(to address: Personal<String>, in language: String?, zone: String?) throws -> [UInt8] {
        let content = MessageContent(
            address: address, token: token, locales: [language, locale].compactMap(\.self), event: event,
            replacementKind: replacementKind, account: account, zone: zone)
        return try seal.seal(content, id)
    }
}

struct MessageContent: Codable, Sendable {
    let address: Personal<String>
    let token: SecretText
    /// The user's languages, the preferred one first.
    let locales: [String]
    var event: Event?
    var replacementKind: MessageKind?
    var account: AccountID?
    /// The user's time zone, as their profile names it; nil for none.
    var zone: String?

    enum CodingKeys: Int, CodingKey { case address = 0, token, locales, event, replacementKind, account, zone }

    struct Event: Codable, Sendable {
        /// The client, as the text of a `ClientName`; nil for an unknown client.
        let client: Personal<String>?
        let at: UnixTime

        enum CodingKeys: Int, CodingKey { case client = 0, at }
    }
}

/// Encrypts queued messages, each bound to its id, because their tokens could open accounts.
struct MessageSeal: Sendable {
    private let boundSeal: BoundSeal

    init(_ secret: [UInt8]) { boundSeal = BoundSeal(key: SymmetricKey(for: "messages", from: secret)) }

    struct Failure: Error, CustomStringConvertible {
        let description = "it was sealed with another secret, or has been altered"
    }

    func seal(_ content: MessageContent, _ id: String) throws -> [UInt8] {
        try boundSeal.seal(try CBOREncoder().encode(content), boundTo: id)
    }

    func open(_ sealed: [UInt8], _ id: String) throws(Failure) -> MessageContent {
        guard let bytes = boundSeal.open(sealed, boundTo: id),
            let content = try? CBORDecoder().decode(MessageContent.self, from: bytes)
        else { throw Failure() }
        return content
    }
}

enum MessageKind: String, Codable, Sendable, CaseIterable, ColumnValue {
    case passwordReset = "password-reset"
    case invitation
    case phoneCode = "phone-code"
    case emailVerification = "email-verification"
    /// A code that proves a new address of the account.
    case emailChange = "email-change"
    /// A notice instead of such a code, to the user of another account that has the address.
    case emailTaken = "email-taken"
    /// A code that proves the identity of a signed-in user.
    case proofCode = "proof-code"
    case signInCode = "sign-in-code"
    /// A notice to the old address, after it was replaced.
    case emailChanged = "email-changed"
    case exported = "account-exported"
    case exportedByOperator = "account-exported-by-operator"
    case newSignIn = "new-sign-in"
    case newForwarder = "new-forwarder"

    /// The notices of events that may be an attacker's. Each leads to the account.
    static let events = [MessageKind.newSignIn, .newForwarder]
    static let passwordLinks = [MessageKind.passwordReset, .invitation]
    /// The kinds with a mailed code. Such a message may also contain a link.
    static let emailCodes = EmailCodeUse.allCases.map(\.message)

    var channel: MessageChannel {
        switch self {
        case .phoneCode: .sms
        default: .email
        }
    }
}

enum MessageChannel: String, Sendable {
    case email
    /// The address is a phone number in E.164 form. The text is short, without a subject.
    case sms
}
