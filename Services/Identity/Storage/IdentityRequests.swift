import Models

struct NewAccount: Sendable {
    let id: AccountID
    let names: AccountNames
    let details: ProfileDetails
    /// Nil for an account without a password.
    let password: StoredPassword?
    let registration: RegistrationRecord
    /// Whether the id was given and not chosen at random; then an erased account may have had it.
    var hasGivenID = false
    var network: SeenNetwork?
}

struct RecognisedAccount: Sendable {
    let verified: VerifiedAccount
    var result = RecognitionResult.known
    var hasCancelledErasure = false

    /// The state before.
    enum RecognitionResult: Sendable {
        case made
        /// No provider had identified its user; its password and sessions have ended.
        case takenOver
        /// A provider had identified its user before.
        case known
    }
}

/// A copy of an account's password at one time.
struct AccountPassword: Sendable {
    let account: AccountID
    let status: AccountStatus
    let stored: StoredPassword
    /// Identifies this password among all earlier ones; a stronger hash does not change it.
    let generation: Int64
}

struct SentPhoneCode: Hashable, Sendable {
    let number: PhoneNumber
    /// Of code, account and number together (`CodeSecret`).
    let hash: [UInt8]
}
