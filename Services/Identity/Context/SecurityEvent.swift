import Logging

/// The events of the security log, under the key `event`.
enum SecurityEvent: String, Sendable, CaseIterable {
    case accountCreated = "account_created"
    /// An alarm: an attempt to create a second account of an Apple user, or to take only its id or its address.
    case secondAppleAccount = "second_apple_account"
    case signIn = "sign_in"
    case signInRefused = "sign_in_refused"
    case passwordChanged = "password_changed"
    case passwordRefused = "password_refused"
    case resetRequested = "password_reset_requested"
    case passwordReset = "password_reset"
    case passwordResetRefused = "password_reset_refused"
    /// An identity provider identified the user for the first time.
    case passwordRemoved = "password_removed"
    /// An identity provider was linked as a new way to sign in.
    case providerLinked = "provider_linked"
    case providerUnlinked = "provider_unlinked"
    /// Everything added to the account before the first proof of its address was removed.
    case boundBeforeProofRemoved = "bound_before_proof_removed"
    case namesChanged = "names_changed"
    case phoneCodeRequested = "phone_code_requested"
    case phoneCodeRefused = "phone_code_refused"
    case phoneConfirmed = "phone_confirmed"
    case phoneRemoved = "phone_removed"
    /// A signed-in user requested a code by mail; the reason contains its purpose.
    case emailCodeRequested = "email_code_requested"
    case emailCodeRefused = "email_code_refused"
    case emailConfirmed = "email_confirmed"
    case emailChanged = "email_changed"
    case signInCodeRequested = "sign_in_code_requested"
    case passkeyAdded = "passkey_added"
    case passkeyRefused = "passkey_refused"
    case passkeyRemoved = "passkey_removed"
    /// The password was right, and a second step is required.
    case firstStepTaken = "first_step_taken"
    case secondStepRefused = "second_step_refused"
    case secondStepAdded = "second_step_added"
    case secondStepRemoved = "second_step_removed"
    case recoveryCodeUsed = "recovery_code_used"
    case recoveryCodesRenewed = "recovery_codes_renewed"
    /// An alarm: two authenticators use the same passkey.
    case passkeyDoubled = "passkey_doubled"
    case accountDisabled = "account_disabled"
    case accountEnabled = "account_enabled"
    case accountErased = "account_erased"
    /// The user requested the erasure, and can cancel it for a while.
    case erasureScheduled = "erasure_scheduled"
    case erasureCancelled = "erasure_cancelled"
    /// A message was given up, or had expired before it could be sent.
    case messageNotSent = "message_not_sent"
    case accountExported = "account_exported"

    var line: String { rawValue.split(separator: "_").joined(separator: " ") }

    /// Whether operators can read the event without the log. Sign-ins and erasures, which have receipts, are left out.
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
