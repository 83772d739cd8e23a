import Models

protocol MessageSender: Sendable {
    /// The most messages at the same time.
    var concurrency: Int { get }

    /// Tries once to send a message. Returns after the next system has accepted it.
    ///
    /// - Throws: `MessageNotSent`. A cancelled task ends the try soon.
    func send(_ message: PersonalMessage) async throws(MessageNotSent)

    /// Deletes the messages of an account that the sender itself has stored.
    func forget(_ account: AccountID)

    /// Closes its connections, after the last message.
    func close() async

    /// Returns the file in which messages of this kind are stored for an operator; nil if they are delivered.
    func file(of kind: MessageKind) -> String?
}

extension MessageSender {
    var concurrency: Int { 8 }

    func forget(_ account: AccountID) {}

    func close() async {}

    func file(of kind: MessageKind) -> String? { nil }
}

/// A message to a user. Its address, token and text cannot be printed.
struct PersonalMessage: Sendable {
    /// Random, and the same for all tries, so that a receiver can detect duplicates.
    let id: String
    let kind: MessageKind
    /// Not sent along: the receiver knows the user by the address.
    var account: AccountID
    /// An e-mail address or a phone number, depending on the kind.
    let address: Personal<String>
    /// The language of the text: a BCP 47 tag.
    let locale: String
    /// The secret of the link, or the code; empty for a message that only informs.
    let token: SecretText
    /// Nil if the installation has no page for it.
    let link: SecretText?
    /// The expiry of the token, if there is one.
    let expiresAt: UnixTime?
    /// Nil if the channel has none.
    let subject: String?
    let text: SecretText
    /// The text as HTML, if there is one.
    let html: SecretText?
}

/// The reason why a message was not sent. Contains nothing about the user.
struct MessageNotSent: Error, CustomStringConvertible {
    let description: String
    /// Whether every further try would be refused too.
    var isFinal = false
}
