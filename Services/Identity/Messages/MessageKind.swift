// What messages to people are about, and by what means they go.

import Storage

/// What a message is about.
enum MessageKind: String, Codable, Sendable, CaseIterable, ColumnValue {
    /// A link for a new password.
    case passwordReset = "password-reset"
    /// A link for the first password of an account that an operator has made.
    case invitation
    /// A code that shows whose a phone number is.
    case phoneCode = "phone-code"
    /// A code that shows that the account's address is its person's.
    case emailVerification = "email-verification"
    /// A code by which the account gets the address that it is sent to.
    case emailChange = "email-change"
    /// In place of such a code, to the person of another account: that somebody wanted their address.
    case emailTaken = "email-taken"
    /// A code that shows once more who asks.
    case proofCode = "proof-code"
    /// A code to sign in with.
    case signInCode = "sign-in-code"
    /// That another address took the place of the one that it is sent to.
    case emailChanged = "email-changed"
    /// That all that is kept of the account was given out to somebody who was signed in to it.
    case exported = "account-exported"
    /// That an operator has had it given out.
    case exportedByOperator = "account-exported-by-operator"
    /// That somebody has signed in on a client that the account was not seen on before.
    case newSignIn = "new-sign-in"

    /// What brings a link for a password; an account has one such link.
    static let passwordLinks = [MessageKind.passwordReset, .invitation]
    /// What brings a code by mail, beside which there may be a link.
    static let emailCodes = EmailCodeUse.allCases.map(\.message)

    /// By what means its address is reached.
    var channel: MessageChannel {
        switch self {
        case .phoneCode: .sms
        default: .email
        }
    }
}

/// By what means a person is reached.
enum MessageChannel: String, Sendable {
    case email
    /// The address is a phone number in E.164 form; the text is short, and there is no subject.
    case sms
}
