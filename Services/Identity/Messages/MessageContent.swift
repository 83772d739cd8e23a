// What the text of a message is made from, and how that is encrypted while the message waits.

import CBOR
import Models

/// What the text of a message is made from when it is sent.
struct MessageContent: Codable, Sendable {
    let address: Personal<String>
    let token: SecretText
    /// The languages of the person, the preferred one first.
    let locales: [String]
    /// The event that the message reports; nil where the kind says all.
    var event: Event?
    /// The kind whose text is sent in place of that of the message; nil for the same.
    var replacementKind: MessageKind?
    /// Whose message it is; nil where that is the account with which it waits.
    var account: AccountID?

    enum CodingKeys: Int, CodingKey {
        case address = 0, token, locales, event, replacementKind, account
    }

    /// Something that happened in another service, such as a sign-in.
    struct Event: Codable, Sendable {
        /// The client, as a text of `ClientName`, or any text from a version before; nil for an unknown one.
        let client: Personal<String>?
        /// When it happened.
        let at: UnixTime

        enum CodingKeys: Int, CodingKey { case client = 0, at }
    }
}

/// Seals what waits to be sent, bound to its id: a stored token would open an account.
struct MessageSeal: Sendable {
    private let boundSeal: BoundSeal

    /// - Parameter secret: at least 32 random bytes.
    init(_ secret: [UInt8]) { boundSeal = BoundSeal(secret, for: "messages") }

    /// Why a message cannot be opened.
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
