// What is kept of announcements, and of who hears of them.

import Models

/// Keeps announcements with their books. One method is one transaction; one that returns after a change has it on disk.
///
/// - Throws: `PushStoreError`, all methods.
protocol AnnouncementStore: Sendable {
    /// The announcement that a publisher has made with an idempotency key before, nil for none. Throws `keyUsed` when that was
    /// another one.
    func announcement(
        of publisher: PublisherID, underKey key: IdempotencyKey
    ) throws(PushStoreError) -> AnnouncementRecord?

    /// Takes an announcement on; gives the one that stands under its key when there is one. Throws `keyUsed`, and `tooManyProbes`
    /// or `tooManyTogether` for one who took too many back around the place, or could, unless `isBounded` is false.
    func announce(
        _ announcement: Announcement, as id: AnnouncementID, by publisher: PublisherID, underKey key: IdempotencyKey?,
        isBounded: Bool, at now: UnixTime
    ) async throws(PushStoreError) -> AnnouncementRecord

    /// Takes on a test for the handsets of an account, and queues it. Empty when there is no handset. Throws
    /// `tooManyTests`.
    func announceTest(
        _ announcement: Announcement, as id: AnnouncementID, for account: AccountID, at now: UnixTime
    ) async throws(PushStoreError) -> [DeliveryRecord]

    /// An announcement by its id, or by what its publisher calls it: then the latest of those. Only one of `publisher`, unless that
    /// is nil.
    func announcement(_ id: String, of publisher: PublisherID?) throws(PushStoreError) -> KeptAnnouncement?

    /// Announcements of a publisher, or of all for nil, the latest first: those before `before`, at most so many. Nil for an unknown
    /// `before`.
    func announcements(
        of publisher: PublisherID?, before: AnnouncementID?, limit: Int
    ) throws(PushStoreError) -> [AnnouncementRecord]?

    /// Announcements that count at a moment, of one subject the latest only; nearest first, or the latest first.
    func find(
        _ question: FindAnnouncements, at now: UnixTime
    ) throws(PushStoreError) -> [FindAnnouncements.Found]

    /// The latest announcement of a subject that has begun and was not taken back; nil for none.
    func latest(
        of subject: SubjectID, _ types: [AnnouncementType], at now: UnixTime
    ) throws(PushStoreError) -> AnnouncementRecord?

    /// Takes an announcement back, and counts that its publisher did while that can hide what it announced: from its begin until
    /// its end, for a day at most. What waits of it is suppressed by `suppressCancelled`.
    ///
    /// - Parameter publisher: who takes it back; nil for an operator, of whom nothing is counted.
    func cancel(_ announcement: Int64, by publisher: PublisherID?, at now: UnixTime) async throws(PushStoreError)

    /// Suppresses what waits of announcements that were cancelled, at most so many; whether there may be more.
    func suppressCancelled(
        _ announcement: Int64, limit: Int, at now: UnixTime
    ) async throws(PushStoreError) -> Bool

    // MARK: Deciding

    /// The announcements that are to be decided at a moment, the first first.
    func undecided(at now: UnixTime) throws(PushStoreError) -> [KeptAnnouncement]

    /// Keeps who hears of an announcement, the nearest first; they are queued by `queue`. Does nothing when it has been decided or
    /// cancelled meanwhile. Cancels one for later whose publisher took back too much around its place since, and gives that
    /// publisher then.
    ///
    /// - Parameter withdrawals: the number of the latest withdrawal of a position that is known in `recipients`; nobody is told
    ///   whose position was withdrawn later.
    func decide(
        _ announcement: Int64, _ recipients: [DecidedRecipient], after withdrawals: Int64, at now: UnixTime
    ) async throws(PushStoreError) -> PublisherID?

    /// Queues the next portion of those who hear of an announcement; false when all have been.
    func queueNext(_ announcement: Int64, at now: UnixTime) async throws(PushStoreError) -> Bool

    /// How somebody was told, and what became of it on each handset; nil for one who was not.
    func told(
        _ recipient: Int64, of announcement: Int64
    ) throws(PushStoreError) -> (figures: DecidedRecipient?, deliveries: [DeliveryRecord])?
}

/// An announcement as it is kept.
struct KeptAnnouncement: Sendable {
    var number: Int64
    var record: AnnouncementRecord
    /// From when on people are told.
    var beginsAt: UnixTime
    /// From when on nobody is told.
    var endsAt: UnixTime
    /// When it was decided who hears of it; nil as long as it is not.
    var decidedAt: UnixTime?
    /// Whether it was cancelled since its publisher had taken back too much around its place.
    var isBarred = false
}

/// What a publisher sends along so that nothing is announced twice, and what tells one announcement from another.
struct IdempotencyKey: Sendable {
    var text: String
    var fingerprint: [UInt8]
}
