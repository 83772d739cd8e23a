import Models

protocol MessageSender: Sendable {
    var concurrency: Int { get }

    /// Tries once to send a message, and returns after the next system has accepted it. Cancelling ends it soon.
    func send(_ message: PersonalMessage) async throws(MessageNotSent)

    func forget(_ account: AccountID)

    func close() async

    /// Whether `tryLogin` reaches another system.
    var canBeTried: Bool { get }

    /// Connects and signs in as for a message, but sends no message.
    func tryLogin() async -> HealthFinding

    /// Returns the file in which messages of this kind are stored for an operator; nil if they are delivered.
    func file(of kind: MessageKind) -> String?
}

extension MessageSender {
    var concurrency: Int { 8 }

    func forget(_ account: AccountID) {}

    func close() async {}

    var canBeTried: Bool { false }

    func tryLogin() async -> HealthFinding { .unknown("this sender cannot be tried without a message") }

    func file(of kind: MessageKind) -> String? { nil }
}

/// A message to a user. Its address, token and text cannot be printed.
struct PersonalMessage: Sendable {
    /// The message's random id. It is the same for all tries, so that a receiver can detect duplicates.
    let id: String
    let kind: MessageKind
    /// The account of the user. The sender does not send it, because the receiver knows the user by the address.
    var account: AccountID
    let address: Personal<String>
    let locale: String
    /// The secret of the link, or the code; empty for a message that only informs.
    let token: SecretText
    /// The address of the link; nil if the installation has no page for it.
    let link: SecretText?
    let expiresAt: UnixTime?
    /// The subject; nil for a channel without subjects.
    let subject: String?
    let text: SecretText
    let html: SecretText?
}

/// The reason why a message was not sent. It contains nothing about the user.
struct MessageNotSent: Error, CustomStringConvertible {
    let description: String
    /// Whether every further try would be refused, too.
    var isFinal = false
}

struct RoutedMessageSender: MessageSender {
    let mails: any MessageSender
    let phones: any MessageSender

    var concurrency: Int { min(mails.concurrency, phones.concurrency) }

    var canBeTried: Bool { mails.canBeTried }

    func tryLogin() async -> HealthFinding { await mails.tryLogin() }

    func send(_ message: PersonalMessage) async throws(MessageNotSent) {
        try await sender(of: message.kind).send(message)
    }

    func file(of kind: MessageKind) -> String? { sender(of: kind).file(of: kind) }

    private func sender(of kind: MessageKind) -> any MessageSender {
        switch kind.channel {
        case .email: mails
        case .sms: phones
        }
    }

    func forget(_ account: AccountID) {
        mails.forget(account)
        phones.forget(account)
    }

    func close() async {
        await mails.close()
        await phones.close()
    }
}
