import Models

struct KeptAnnouncement: Sendable {
    var number: Int64
    var record: AnnouncementRecord
    var beginsAt: UnixTime
    var endsAt: UnixTime
    /// When the audience was resolved; nil before.
    var resolvedAt: UnixTime?
    /// Whether it was cancelled because its publisher had cancelled too many others around its place.
    var isBarred = false
}

/// A publisher's idempotency key with the fingerprint of the request. It prevents duplicate announcements.
struct IdempotencyKey: Sendable {
    var text: String
    var fingerprint: [UInt8]
}
