import CBOR
import Crypto
import Models
import ServiceRuntime

struct MessageContent: Codable, Sendable {
    let address: Personal<String>
    let token: SecretText
    /// The user's languages, the preferred one first.
    let locales: [String]
    /// The reported event; nil if the kind says everything.
    var event: Event?
    /// The kind of the text, if it differs from that of the message.
    var replacementKind: MessageKind?
    /// The receiver, if it differs from the account that the message is queued with.
    var account: AccountID?

    enum CodingKeys: Int, CodingKey {
        case address = 0, token, locales, event, replacementKind, account
    }

    struct Event: Codable, Sendable {
        /// The text of a `ClientName`; nil for an unknown client.
        let client: Personal<String>?
        let at: UnixTime

        enum CodingKeys: Int, CodingKey { case client = 0, at }
    }
}

/// Encrypts queued messages, each bound to its id: their tokens could open accounts.
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
