import Storage

enum MessageKind: String, Codable, Sendable, CaseIterable, ColumnValue {
    case passwordReset = "password-reset"
    case invitation
    case phoneCode = "phone-code"
    /// A code that proves the account's address.
    case emailVerification = "email-verification"
    /// A code that gives the account the address it is sent to.
    case emailChange = "email-change"
    /// Instead of such a code, if the address belongs to another account: a notice to its user.
    case emailTaken = "email-taken"
    /// A code that proves the identity of a signed-in user.
    case proofCode = "proof-code"
    case signInCode = "sign-in-code"
    /// A notice to the old address, after it was replaced.
    case emailChanged = "email-changed"
    case exported = "account-exported"
    case exportedByOperator = "account-exported-by-operator"
    case newSignIn = "new-sign-in"

    static let passwordLinks = [MessageKind.passwordReset, .invitation]
    /// The kinds with a mailed code, which may come with a link.
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
    /// The address is a phone number in E.164 form; the text is short, and there is no subject.
    case sms
}
