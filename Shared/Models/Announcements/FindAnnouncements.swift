// An app looks for what is announced now.

/// Finds announcements that count now.
public struct FindAnnouncements: RequestFromEdge {
    public static let service = ServiceName.push
    public static let code = MessageCode(.push, 10)
    public static let isIdempotent = true

    /// How many announcements may be asked for at a time.
    public static let limits = 1...500

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

    /// What only an announcement's own texts and details tell. All that is given has to hold.
    public struct Filter: Codable, Hashable, Sendable {
        /// The city of the details, in upper or lower case.
        public var city: String?
        /// The id of a professional in the details, in decimal digits.
        public var professional: String?
        /// A part of the title, of one of the names in the details, or of their city, in upper or lower case.
        public var name: String?
        /// Whether only members of the club count; nil for no.
        public var isClub: Bool?
        /// Only these categories, and what has none; nil for all.
        public var categories: [String]?
        /// Whether only subjects count whose name is a whole number; nil for no.
        public var isNumbered: Bool?

        enum CodingKeys: Int, CodingKey { case city = 0, professional, name, isClub, categories, isNumbered }

        public init(
            city: String? = nil, professional: String? = nil, name: String? = nil, isClub: Bool? = nil,
            categories: [String]? = nil, isNumbered: Bool? = nil
        ) {
            self.city = city
            self.professional = professional
            self.name = name
            self.isClub = isClub
            self.categories = categories
            self.isNumbered = isNumbered
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
    /// One of `limits`.
    public var limit: Int
    /// Goes on behind this one, which the same question found before; nil for the beginning.
    public var after: AnnouncementID?
    /// Of whoever asks, a BCP 47 tag, for the texts that announcements do not have; nil when it is not known.
    public var language: String?
    /// What else has to hold; it is looked at before anything counts against `limit`. Nil for nothing.
    public var filter: Filter?

    enum CodingKeys: Int, CodingKey {
        case types = 0, category, near, radius, from, until, limit, after, language, filter
    }

    public init(
        types: [AnnouncementType], category: String? = nil, near: Coordinate? = nil, radius: Double? = nil,
        from: UnixTime? = nil, until: UnixTime? = nil, limit: Int,
        after: AnnouncementID? = nil, language: String? = nil, filter: Filter? = nil
    ) {
        self.filter = filter
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
