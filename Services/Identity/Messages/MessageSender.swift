// The interface to whatever sends codes and links to people.

import Models

/// Brings messages to people, one way or another.
protocol MessageSender: Sendable {
    /// How many messages it takes at a time.
    var concurrency: Int { get }

    /// Brings a message on its way, in one try; returns when whoever takes it from here has it.
    ///
    /// - Throws: `MessageNotSent`. A cancelled task ends the try soon.
    func send(_ message: PersonalMessage) async throws(MessageNotSent)

    /// Removes what it keeps of an account's messages itself.
    func forget(_ account: AccountID)

    /// Closes its connections, after the last message.
    func close() async

    /// The file in which a message of this kind waits for somebody to pass it on; nil where it is brought to its person.
    func file(of kind: MessageKind) -> String?
}

extension MessageSender {
    var concurrency: Int { 8 }

    func forget(_ account: AccountID) {}

    func close() async {}

    func file(of kind: MessageKind) -> String? { nil }
}

/// A message to a person. Its address, token and text cannot be printed.
struct PersonalMessage: Sendable {
    /// Random; the same each time that the message is tried again, so that a receiver can tell.
    let id: String
    let kind: MessageKind
    /// Whose message it is. Not sent along: the receiver knows the person by the address.
    var account: AccountID
    /// An e-mail address or a phone number, as the kind says.
    let address: Personal<String>
    /// The language of the text: a BCP 47 tag.
    let locale: String
    /// What opens what the message is about; empty where it only tells something.
    let token: SecretText
    /// Where the person goes; nil when the installation has no page for it.
    let link: SecretText?
    /// When the token is over; nil where there is none.
    let expiresAt: UnixTime?
    /// Nil where the channel has none.
    let subject: String?
    let text: SecretText
    /// The same as HTML; nil where there is none.
    let html: SecretText?
}

/// Why a message was not sent. Says nothing about the person.
struct MessageNotSent: Error, CustomStringConvertible {
    let description: String
    /// Whether the same message would be refused each time.
    var isFinal = false
}
