// What is kept of the feeds that push follows.

import Models

/// Keeps what the other services tell of accounts, sessions, preferences and positions. A page and the cursor behind it
/// are one transaction.
///
/// - Throws: `PushStoreError`, all methods.
protocol ProjectionStore: Sendable {
    /// How far a feed has been taken over; nil before its first page.
    func cursor(of feed: FeedName) throws(PushStoreError) -> FeedCursor?

    /// Takes over a page of the accounts feed: all that is kept of erased accounts goes.
    func takeAccounts(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError)

    /// Takes over a page of the credentials feed: tokens of ended sessions go.
    func takeCredentials(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError)

    /// Takes over a page of the preferences feed. What waits for the end of quiet hours is brought forward to when they
    /// end now.
    func takePreferences(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError)

    /// Takes over a page of the positions feed. What was decided by a position of which the feed says that it is not kept any
    /// more ends. Where a feed that started over says nothing of one, that is forgotten, and what waits stays.
    func takePositions(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError)

    /// The number by which an account is known here, which is never given twice; nil for an unknown one.
    func recipient(of account: AccountID) throws(PushStoreError) -> Int64?

    /// The number of the latest withdrawal of a position that has been taken over; 0 before the first.
    func latestWithdrawal() throws(PushStoreError) -> Int64

    /// Everybody of whom something is known, in portions: those behind a number, and the number behind which to go on;
    /// nil after the last.
    func audience(
        after number: Int64, limit: Int
    ) throws(PushStoreError) -> (rows: [AudienceRow], next: Int64?)
}
