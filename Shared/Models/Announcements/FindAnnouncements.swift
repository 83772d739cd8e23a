// An app looks for what is announced now.

/// Finds announcements that count now.
public struct FindAnnouncements: ServiceRequest {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 10)
    public static let isIdempotent = true

    /// What was found.
    public struct Reply: Codable, Sendable {
        public var found: [SearchResult]

        enum CodingKeys: Int, CodingKey { case found = 0 }

        public init(found: [SearchResult]) {
            self.found = found
        }
    }

    /// An announcement, and how far away it is.
    public struct SearchResult: Codable, Sendable {
        public var record: AnnouncementRecord
        /// Metres from `near`; nil without that.
        public var distance: Double?

        enum CodingKeys: Int, CodingKey { case record = 0, distance }

        public init(record: AnnouncementRecord, distance: Double? = nil) {
            self.record = record
            self.distance = distance
        }
    }

    public var types: [AnnouncementType]
    public var category: String?
    /// Nearest first from here; nil for the latest first.
    public var near: Coordinate?
    /// Metres around `near`; nil for everywhere.
    public var radius: Double?
    /// Only what has not ended by then.
    public var from: UnixTime?
    /// Only what has begun by then.
    public var until: UnixTime?
    /// 1 to 500.
    public var limit: Int
    /// Goes on behind this one, which the same question found before; nil for the beginning.
    public var after: AnnouncementID?
    /// Of whoever asks, a BCP 47 tag, for the texts that announcements do not have; nil when it is not known.
    public var language: String?

    enum CodingKeys: Int, CodingKey {
        case types = 0, category, near, radius, from, until, limit, after, language
    }

    public init(
        types: [AnnouncementType], category: String? = nil, near: Coordinate? = nil, radius: Double? = nil,
        from: UnixTime? = nil, until: UnixTime? = nil, limit: Int,
        after: AnnouncementID? = nil, language: String? = nil
    ) {
        self.after = after
        self.language = language
        self.types = types
        self.category = category
        self.near = near
        self.radius = radius
        self.from = from
        self.until = until
        self.limit = limit
    }
}
