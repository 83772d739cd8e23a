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

/// A code that was sent to a phone.
struct SentPhoneCode: Hashable, Sendable {
    let number: PhoneNumber
    /// Of the code, the account and the number together (`CodeSecret`).
    let hash: [UInt8]
}
