// What the preferences service needs of a store. Storage/SQLite is one; the conformance suite says what makes another.

import Models

/// What is kept of a person; nil parts for one who has not said.
struct KeptPreferences: Hashable, Sendable {
    var choices: NotificationChoices?
    var quietHours: QuietHours?
}

/// Keeps what people want to hear of. One method is one transaction with the feed's row.
///
/// A method that returns after a change has it on disk.
///
/// - Throws: `PreferenceStoreError`, all methods.
protocol PreferenceStore: Sendable {
    /// What is kept of a person.
    func find(_ account: AccountID) throws(PreferenceStoreError) -> KeptPreferences

    /// Keeps the choices, and gives all that is kept then. Refused when the account has been erased.
    func setChoices(
        _ choices: NotificationChoices, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences

    /// Keeps the quiet hours, or none, and gives all that is kept then. Refused when the account has been erased.
    func setQuietHours(
        _ hours: QuietHours?, of account: AccountID, at now: UnixTime
    ) async throws(PreferenceStoreError) -> KeptPreferences

    /// Reads a page of the preferences feed.
    func readFeed(epoch: FeedEpoch?, after cursor: UInt64?, limit: Int) throws(PreferenceStoreError) -> FeedPage

    /// Calls `listener` after each commit that changed the feed.
    func onChange(_ listener: @escaping @Sendable () -> Void)

    /// Forgets tombstones from before a moment.
    func pruneTombstones(before moment: UnixTime) async throws(PreferenceStoreError)

    /// How far the accounts feed has been taken over; nil before its first page.
    func accountsCursor() throws(PreferenceStoreError) -> FeedCursor?

    /// Takes over a page of the accounts feed: what erased accounts wanted to hear goes.
    func takeAccounts(_ page: FeedPage, at now: UnixTime) async throws(PreferenceStoreError)
}

/// Why a store does not do what it is asked.
enum PreferenceStoreError: Error {
    /// The account has been erased.
    case accountErased
    /// More writes wait than the store takes.
    case overloaded
    /// It cannot be reached or used at the moment: closed, no space left, locked, damaged.
    case unavailable(any Error)
    /// A defect.
    case failed(any Error)
}
