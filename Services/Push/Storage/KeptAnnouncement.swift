// An announcement as it is kept, and what tells it from another.

import Models

/// An announcement as it is kept.
struct KeptAnnouncement: Sendable {
    var number: Int64
    var record: AnnouncementRecord
    /// From when on people are told.
    var beginsAt: UnixTime
    /// From when on nobody is told.
    var endsAt: UnixTime
    /// When its audience was resolved; nil as long as it is not.
    var resolvedAt: UnixTime?
    /// Whether it was cancelled since its publisher had taken back too much around its place.
    var isBarred = false
}

/// What a publisher sends along so that nothing is announced twice, and what tells one announcement from another.
struct IdempotencyKey: Sendable {
    var text: String
    var fingerprint: [UInt8]
}
