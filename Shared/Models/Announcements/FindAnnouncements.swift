/// Finds the announcements that are current, or that fall between two times. Only the latest of each subject is found.
/// Errors: `invalidRequest` for a limit outside `limits`.
public struct FindAnnouncements: RequestFromEdge, IdempotentRequest {
    public static let serviceCode = ServiceCode(.push, 10)

    public static let limits = 1...500

    public struct Reply: Codable, Sendable {
        public var found: [SearchResult]

        enum CodingKeys: Int, CodingKey { case found = 0 }

        public init(found: [SearchResult]) { self.found = found }
    }

    public struct SearchResult: Codable, Sendable {
        public var page: AnnouncedPage
        /// The distance in metres from `near`; nil if the request has no `near`.
        public var distance: Double?

        enum CodingKeys: Int, CodingKey { case page = 0, distance }

        public init(page: AnnouncedPage, distance: Double? = nil) { (self.page, self.distance) = (page, distance) }
    }

    /// Conditions on an announcement's texts and details. An announcement must meet all conditions that are not nil.
    public struct Filter: Codable, Hashable, Sendable {
        public var city: String?
        /// The professional's id, in decimal digits.
        public var professional: String?
        /// A text to find in the title, in a name in the details, or in the city, ignoring case.
        public var name: String?
        /// Whether only members of the club match.
        public var isClub: Bool?
        /// The categories that match. Announcements without a category always match. Nil for all categories.
        public var categories: [String]?
        /// Whether only subjects with a numeric id match.
        public var isNumbered: Bool?

        enum CodingKeys: Int, CodingKey { case city = 0, professional, name, isClub, categories, isNumbered }

        public init(
            city: String? = nil, professional: String? = nil, name: String? = nil, isClub: Bool? = nil,
            categories: [String]? = nil, isNumbered: Bool? = nil
        ) {
            (self.city, self.professional, self.name) = (city, professional, name)
            (self.isClub, self.categories, self.isNumbered) = (isClub, categories, isNumbered)
        }
    }

    public var types: [AnnouncementType]
    public var category: String?
    /// The place from which the results are sorted by distance; nil to sort the latest first.
    public var near: Coordinate?
    /// The search radius in metres around `near`; nil to search everywhere.
    public var radius: Double?
    /// The start of the time range: announcements that ended before it are left out.
    public var from: UnixTime?
    /// The end of the time range: announcements that begin after it are left out.
    public var until: UnixTime?
    public var limit: Int
    /// The result of the same search after which the answer continues; nil to begin with the first result.
    public var after: NotificationID?
    /// The caller's language as a BCP 47 tag, which selects the default texts; nil if unknown.
    public var language: String?
    public var filter: Filter?

    enum CodingKeys: Int, CodingKey {
        case types = 0, category, near, radius, from, until, limit, after, language, filter
    }

    public init(
        types: [AnnouncementType], category: String? = nil, near: Coordinate? = nil, radius: Double? = nil,
        from: UnixTime? = nil, until: UnixTime? = nil, limit: Int,
        after: NotificationID? = nil, language: String? = nil, filter: Filter? = nil
    ) {
        (self.filter, self.after, self.language) = (filter, after, language)
        (self.types, self.category, self.near) = (types, category, near)
        (self.radius, self.from, self.until, self.limit) = (radius, from, until, limit)
    }
}

/// Returns the latest announcement of a subject that has begun, even if it is over, because pushes lead to it. If there
/// is none, the answer is built from the details of a notification, without texts. Errors: `notFound` if the subject
/// was never announced, or the announcement was cancelled.
public struct OpenAnnouncement: RequestFromEdge, IdempotentRequest {
    public typealias Reply = AnnouncedPage
    public static let serviceCode = ServiceCode(.push, 101)

    public var types: [AnnouncementType]
    public var subject: AnnouncementSubject
    /// The caller's language as a BCP 47 tag, which selects the default texts; nil if unknown.
    public var language: String?

    enum CodingKeys: Int, CodingKey { case types = 0, subject, language }

    public init(types: [AnnouncementType], subject: AnnouncementSubject, language: String? = nil) {
        (self.types, self.subject, self.language) = (types, subject, language)
    }
}
