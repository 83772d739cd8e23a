// What the security log tells of accounts.

import Logging

/// What the security log tells of accounts, under the key `event`.
enum SecurityEvent: String, Sendable, CaseIterable {
    case accountCreated = "account_created"
    /// An alarm: somebody tried to make another account of an Apple user, or a part of one.
    case secondAppleAccount = "second_apple_account"
    case signIn = "sign_in"
    case signInRefused = "sign_in_refused"
    case passwordChanged = "password_changed"
    /// Somebody who is signed in showed a wrong one.
    case passwordRefused = "password_refused"
    case resetRequested = "password_reset_requested"
    case passwordReset = "password_reset"
    case passwordResetRefused = "password_reset_refused"
    /// An identity provider vouched for the person for the first time.
    case passwordRemoved = "password_removed"
    /// The account has another way in: an identity provider.
    case providerLinked = "provider_linked"
    case providerUnlinked = "provider_unlinked"
    /// What was bound to the account before anybody had shown its address to be theirs has gone.
    case boundBeforeProofRemoved = "bound_before_proof_removed"
    case namesChanged = "names_changed"
    case phoneCodeRequested = "phone_code_requested"
    case phoneCodeRefused = "phone_code_refused"
    case phoneConfirmed = "phone_confirmed"
    case phoneRemoved = "phone_removed"
    /// Somebody who is signed in had a code sent to an e-mail address; the reason says for what.
    case emailCodeRequested = "email_code_requested"
    case emailCodeRefused = "email_code_refused"
    case emailConfirmed = "email_confirmed"
    case emailChanged = "email_changed"
    /// Somebody had a code sent to sign in with.
    case signInCodeRequested = "sign_in_code_requested"
    case passkeyAdded = "passkey_added"
    /// Somebody who is signed in showed an answer of an authenticator that does not count.
    case passkeyRefused = "passkey_refused"
    case passkeyRemoved = "passkey_removed"
    /// The password was right, and a second step is wanted.
    case firstStepTaken = "first_step_taken"
    case secondStepRefused = "second_step_refused"
    /// An app makes codes for the account from now on.
    case secondStepAdded = "second_step_added"
    case secondStepRemoved = "second_step_removed"
    /// A recovery code was used up.
    case recoveryCodeUsed = "recovery_code_used"
    case recoveryCodesRenewed = "recovery_codes_renewed"
    /// An alarm: there are two authenticators with one passkey.
    case passkeyDoubled = "passkey_doubled"
    case accountDisabled = "account_disabled"
    case accountEnabled = "account_enabled"
    case accountErased = "account_erased"
    /// Its person asked for that, and may take it back for a time.
    case erasureScheduled = "erasure_scheduled"
    case erasureCancelled = "erasure_cancelled"
    /// A message to a person was given up, or what it was to bring was over before it could be sent.
    case messageNotSent = "message_not_sent"
    case accountExported = "account_exported"

    /// For people.
    var line: String { rawValue.split(separator: "_").joined(separator: " ") }

    /// Whether an operator finds it without the log. What happens with each sign-in is left out, and what an erasure
    /// tells by its receipt.
    var isKept: Bool {
        switch self {
        case .passwordChanged, .passwordReset, .resetRequested, .passkeyAdded, .passkeyRemoved: true
        case .messageNotSent, .accountErased: false
        default: level >= .notice
        }
    }

    var level: Logger.Level {
        switch self {
        case .messageNotSent: .error
        case .secondAppleAccount, .passkeyDoubled: .warning
        case .signInRefused, .passwordRefused, .passkeyRefused, .passwordResetRefused, .phoneCodeRefused,
            .secondStepRefused, .secondStepAdded, .secondStepRemoved, .recoveryCodeUsed, .recoveryCodesRenewed,
            .emailCodeRefused, .emailChanged,
            .accountDisabled, .accountEnabled, .accountErased, .accountExported, .erasureScheduled, .erasureCancelled,
            .passwordRemoved, .providerLinked, .providerUnlinked, .boundBeforeProofRemoved:
            .notice
        default: .info
        }
    }
}
