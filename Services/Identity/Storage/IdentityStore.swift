// What the identity service needs of a store. Storage/SQLite is one; the conformance suite says what makes another.

import Models

/// Keeps accounts, their names and passwords, and the accounts feed. One method is one transaction with its feed rows,
/// named like its message.
///
/// A method that returns after a change has it on disk; a refusal changes nothing. Time is told by the caller; what is
/// kept of a moment goes forward only (see `SessionMoments`).
///
/// - Throws: `IdentityStoreError`, all methods.
protocol IdentityStore: Sendable {
    /// Makes an account. Of two at once with one name, or with one id, one is refused.
    func createAccount(_ account: NewAccount, at now: UnixTime) async throws(IdentityStoreError) -> VerifiedAccount

    /// Whether an account could have this id, if one is given, and these names. Refused when not.
    func checkFree(_ id: AccountID?, _ names: AccountNames) async throws(IdentityStoreError)

    /// Notes that an identity provider has vouched for the person of an account, which is made when it is not there.
    ///
    /// The first time, what was before ends: the account's password, its links for a new one, and its sessions. Refused for
    /// a disabled account.
    ///
    /// - Parameter account: as it is made. A name that another account has is taken from that.
    func recogniseAppleUser(
        _ account: NewAccount, login: LoginRecord, at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount

    /// Notes that an identity provider has vouched for the person behind a link. Makes the account, and links it, when there
    /// is none; takes over what the provider says, as `AccountProfile.follow` says. Refused for a disabled account.
    ///
    /// - Parameters:
    ///   - claims: as they are kept.
    ///   - account: as it is made; it has no names.
    func recogniseIssuedUser(
        _ link: ProviderLink, _ claims: PersonClaims, as account: NewAccount, login: LoginRecord, at now: UnixTime
    ) async throws(IdentityStoreError) -> RecognisedAccount

    /// The password of the account with this name; nil when there is none.
    func findPassword(of name: LoginKey) async throws(IdentityStoreError) -> AccountPassword?

    /// The password of an account; nil when there is none.
    func findPassword(of account: AccountID) async throws(IdentityStoreError) -> AccountPassword?

    /// Whether an account was signed in to from a network, known by its hash, at a moment or later.
    func knowsNetwork(
        _ account: AccountID, _ hash: [UInt8], since oldest: UnixTime
    ) async throws(IdentityStoreError) -> Bool

    /// Notes that the person of an account was recognised by its password. Refused when that is no longer its password,
    /// or the account no longer open.
    ///
    /// - Parameters:
    ///   - checked: the password as `findPassword` gave it.
    ///   - stronger: the same password with more work in its hash, to be kept instead.
    ///   - network: from where, to be remembered.
    func verifyPassword(
        _ checked: AccountPassword, stronger: StoredPassword?, login: LoginRecord, from network: SeenNetwork?,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> VerifiedAccount

    /// Replaces the password that was checked. Links for a new one that are out end.
    func changePassword(
        _ checked: AccountPassword, new: StoredPassword, at now: UnixTime
    ) async throws(IdentityStoreError)

    /// Reads an account. Refused as `accountGone` when it was erased of late.
    func getProfile(_ account: AccountID) async throws(IdentityStoreError) -> AccountProfile

    /// The account with this id, or else with this name.
    func findAccount(_ account: AccountID?, _ name: LoginKey?) async throws(IdentityStoreError) -> AccountProfile

    /// Changes what an account says about its person. A new e-mail address ends the links that were sent to the old one.
    ///
    /// - Parameter checked: the account's password, when it was shown; refused when a name changes without.
    func updateProfile(
        _ account: AccountID, names: AccountNames, details: ProfileDetails, checked: AccountPassword?, at now: UnixTime
    ) async throws(IdentityStoreError) -> ChangedProfile

    /// Keeps the hash of a token for a new password in the place of an earlier one when the address belongs to an account
    /// that is open and may have a new one (`mayResetPassword`).
    ///
    /// - Returns: to whom the token is sent; nil when the address is nobody's.
    func requestPasswordReset(
        of address: LoginKey, token: [UInt8], until end: UnixTime
    ) async throws(IdentityStoreError) -> ResetRecipient?

    /// Whose password a token would set now. Refused when it would not be taken.
    @discardableResult
    func checkPasswordReset(_ token: [UInt8], at now: UnixTime) async throws(IdentityStoreError) -> AccountProfile

    /// Uses up a token: sets the password of its account, and ends its sessions.
    func resetPassword(
        _ token: [UInt8], new: StoredPassword, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile

    /// Notes that a code is on its way to a number, in the place of an earlier one. Refused before its time
    /// (`PhoneCodeBudget`), and for an account that is not open.
    ///
    /// - Parameter phoneHash: by what the number is known again.
    func requestPhoneCode(
        _ account: AccountID, _ code: SentPhoneCode, phoneHash: [UInt8], until end: UnixTime, at now: UnixTime
    ) async throws(IdentityStoreError) -> PhoneCodeRequest

    /// Counts a try of the account's code, and gives the code to compare with. Refused when there is none that counts, and
    /// when there were too many tries.
    func tryPhoneCode(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> SentPhoneCode

    /// Uses a code up that was shown, and keeps its number on the account. Refused when it has been used or replaced.
    func confirmPhone(
        _ account: AccountID, _ code: SentPhoneCode, at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountProfile

    /// Forgets the account's verified phone number, and its code.
    func removePhone(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> AccountProfile

    /// Opens or closes an account. Closing it ends its sessions, the links for a new password, and its code.
    func setAccountStatus(
        _ account: AccountID, _ status: AccountStatus, at now: UnixTime
    ) async throws(IdentityStoreError)

    /// Reads a document of an account.
    func readDocument(_ account: AccountID, _ name: DocumentName) async throws(IdentityStoreError) -> AccountDocument

    /// Writes a document of an account, as `DocumentRules` say.
    func writeDocument(
        _ account: AccountID, _ name: DocumentName, _ mode: WriteDocument.Mode, _ change: DocumentContent,
        at now: UnixTime
    ) async throws(IdentityStoreError) -> AccountDocument

    /// Erases all that there is of an account; says whether there was one.
    func eraseAccount(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> Bool

    /// Erases an account that nobody can sign in to: it has no name, no password, and nobody vouches for its person. Says
    /// whether it is gone.
    func eraseUnreachableAccount(_ account: AccountID, at now: UnixTime) async throws(IdentityStoreError) -> Bool

    /// A page of the accounts feed, as `FeedSource.ReadPage` wants it.
    func readFeed(epoch: FeedEpoch?, after cursor: UInt64?, limit: Int) async throws(IdentityStoreError) -> FeedPage

    /// Calls `listener` after every change of the accounts feed; it must be quick.
    func onChange(_ listener: @escaping @Sendable () -> Void)

    /// Deletes links for new passwords and codes whose time is over, requests for codes that are a day old, and, from before
    /// a moment each, the feed's tombstones and the networks that were used last then.
    func purge(
        at now: UnixTime, tombstonesBefore: UnixTime, networksBefore: UnixTime
    ) async throws(IdentityStoreError)
}

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
    let finding: Finding

    /// What there was before.
    enum Finding: Sendable {
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
}

/// Why a store does not do what it is asked.
enum IdentityStoreError: Error {
    /// The rules say no.
    case refused(Refusal)
    /// More writes wait than the store takes.
    case overloaded
    /// It cannot be reached or used at the moment: closed, no space left, locked, damaged.
    case unavailable(any Error)
    /// A defect.
    case failed(any Error)
}
