// What is kept of what is asked about people.

import Models

/// Keeps what is asked about people: how often, and by whom. One method is one transaction; a limit counts in the one that judges.
///
/// - Throws: `PushStoreError`, all methods.
protocol AskingStore: Sendable {
    /// Counts that a publisher looks from a place without telling anybody. Throws `tooManyProbes` when it has none left there.
    func probe(
        _ publisher: PublisherID, _ kind: ProbeKind, at place: Coordinate, _ now: UnixTime
    ) async throws(PushStoreError)

    /// How many of the handsets to which announcements go are muted, for each recipient that has any.
    func mutedHandsets() throws(PushStoreError) -> [Int64: Int]

    /// Keeps that somebody asked why an account was or was not told. Throws `tooManyInquiries`.
    func inquire(
        about account: AccountID, _ announcement: AnnouncementID, askedBy: String, at now: UnixTime
    ) async throws(PushStoreError)

    /// Who has asked about an account, the latest first; at most so many.
    func inquiries(about account: AccountID, limit: Int) throws(PushStoreError) -> [Inquiry]
}
