// The interface to whatever sends codes and links to people.

import Models

/// Brings messages to people, one way or another.
protocol MessageSender: Sendable {
    /// Brings a message on its way; returns when whoever takes it from here has it.
    ///
    /// - Throws: `MessageNotSent` when it has been given up.
    func send(_ message: PersonalMessage) async throws(MessageNotSent)
}

/// What a message is about.
enum MessageKind: String, Sendable, CaseIterable {
    /// A link for a new password.
    case passwordReset = "password-reset"
    /// A link for the first password of an account that an operator has made.
    case invitation
    /// A code that shows whose a phone number is.
    case phoneCode = "phone-code"
    /// That another address took the place of the one that it is sent to.
    case emailChanged = "email-changed"

    /// By what means its address is reached.
    var channel: MessageChannel {
        switch self {
        case .passwordReset, .invitation, .emailChanged: .email
        case .phoneCode: .sms
        }
    }
}

/// By what means a person is reached.
enum MessageChannel: String, Sendable {
    case email
    /// The address is a phone number in E.164 form; the text is short, and there is no subject.
    case sms
}

/// A message to a person. Its address, token and text cannot be printed.
struct PersonalMessage: Sendable {
    /// Random; the same each time that the message is tried again, so that a receiver can tell.
    let id: String
    let kind: MessageKind
    /// Whose message it is. Not sent along: the receiver knows the person by the address.
    var account: AccountID?
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
}

/// Why a message was not sent. Says nothing about the person.
struct MessageNotSent: Error, CustomStringConvertible {
    let description: String
}
