// What the identity store is given, and what it answers.

import Models

/// An account that is to be made; its names and details are checked.
struct NewAccount: Sendable {
    let id: AccountID
    let names: AccountNames
    let details: ProfileDetails
    /// Nil for one that no password opens.
    let password: StoredPassword?
    let registration: RegistrationRecord
    /// Whether its id is given rather than random, so that an account which was erased may have had it.
    var hasGivenID = false
    /// From where it is made, to be remembered.
    var network: SeenNetwork?
}

/// An account for whose person an identity provider has just vouched.
struct RecognisedAccount: Sendable {
    let verified: VerifiedAccount
    let result: RecognitionResult
    /// Whether its person took back that it was to be erased.
    var hasCancelledErasure = false

    /// What there was before.
    enum RecognitionResult: Sendable {
        /// No account.
        case made
        /// One for which no provider had vouched, and whose password and sessions have ended.
        case takenOver
        /// One for which a provider had vouched before.
        case known
    }
}

/// The password of an account, as it was when somebody looked.
struct AccountPassword: Sendable {
    let account: AccountID
    let status: AccountStatus
    let stored: StoredPassword
    /// Tells this password from those that the account had before; more work in its hash leaves it as it is.
    let generation: Int64
}

/// To whom a token for a new password is sent.
struct ResetRecipient: Sendable {
    let account: AccountID
    let address: Personal<String>
    let locale: String?
}

/// An account that was made for a person, and to whom the token for its first password is sent.
struct InvitedAccount: Sendable {
    let profile: AccountProfile
    let recipient: ResetRecipient
}

/// A profile after a change.
struct ChangedProfile: Sendable {
    let profile: AccountProfile
    /// The e-mail address that the account had until then; nil when it is the same now, or there was none.
    let formerEmail: Personal<String>?
}

/// A code that was sent to a phone.
struct SentPhoneCode: Hashable, Sendable {
    let number: PhoneNumber
    /// Of the code, the account and the number together (`PhoneSecret`).
    let hash: [UInt8]
}

/// A request for a code that was taken.
struct PhoneCodeRequest: Sendable {
    /// When another may be asked for.
    let nextAt: UnixTime
    let locale: String?
    /// Whether a message goes out; not while the number has had its messages.
    let isSent: Bool
}
