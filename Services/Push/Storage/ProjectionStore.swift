// What is kept of the feeds that push follows.

import Models

/// Keeps what the other services tell of accounts, sessions, preferences and positions. A page and the cursor behind it are one
/// transaction.
///
/// - Throws: `PushStoreError`, all methods.
protocol ProjectionStore: Sendable {
    /// How far a feed has been taken over; nil before its first page.
    func cursor(of feed: FeedName) throws(PushStoreError) -> FeedCursor?

    /// Takes over a page of the accounts feed: all that is kept of erased accounts goes.
    func takeAccounts(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError)

    /// Takes over a page of the credentials feed: tokens of ended sessions go.
    func takeCredentials(_ page: FeedPage, at now: UnixTime) async throws(PushStoreError)

    /// Takes over a page of the preferences feed.
    func takePreferences(_ page: FeedPage) async throws(PushStoreError)

    /// Takes over a page of the positions feed.
    func takePositions(_ page: FeedPage) async throws(PushStoreError)

    /// Everybody of whom something is known, in portions: those behind a number, and the number behind which to go on; nil after
    /// the last.
    func audience(
        after number: Int64, limit: Int
    ) throws(PushStoreError) -> (rows: [AudienceRow], next: Int64?)
}
