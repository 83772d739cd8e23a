/// Finds the current announcements, or those between two times; only the latest of each subject. Errors:
/// `invalidRequest` for a limit outside `limits`.
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
        /// Metres from `near`; nil if the request has no `near`.
        public var distance: Double?

        enum CodingKeys: Int, CodingKey { case page = 0, distance }

        public init(page: AnnouncedPage, distance: Double? = nil) { (self.page, self.distance) = (page, distance) }
    }

    /// Conditions on an announcement's texts and details. An announcement must meet all that are given.
    public struct Filter: Codable, Hashable, Sendable {
        public var city: String?
        /// The professional's id, in decimal digits.
        public var professional: String?
        /// A part to find in the title, in a name in the details, or in the city, ignoring case.
        public var name: String?
        /// Whether only members of the club match.
        public var isClub: Bool?
        /// The categories that match, besides announcements without a category; nil for all.
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
    /// The place to sort by distance from; nil sorts the latest first.
    public var near: Coordinate?
    /// The search radius in metres around `near`; nil for everywhere.
    public var radius: Double?
    /// Leaves out announcements that ended before this time.
    public var from: UnixTime?
    /// Leaves out announcements that begin after this time.
    public var until: UnixTime?
    public var limit: Int
    /// Continues after this result of the same search; nil for the beginning.
    public var after: NotificationID?
    /// The caller's BCP 47 tag, which selects the default texts; nil if unknown.
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

/// Returns the latest announcement of a subject that has begun, even if it is over, because pushes lead to it. Without
/// one, it is built from the details of a notification, without texts. Errors: `notFound` if the subject was never
/// announced, or the announcement was cancelled.
public struct OpenAnnouncement: RequestFromEdge, IdempotentRequest {
    public typealias Reply = AnnouncedPage
    public static let serviceCode = ServiceCode(.push, 101)

    public var types: [AnnouncementType]
    public var subject: AnnouncementSubject
    /// The caller's BCP 47 tag, which selects the default texts; nil if unknown.
    public var language: String?

    enum CodingKeys: Int, CodingKey { case types = 0, subject, language }

    public init(types: [AnnouncementType], subject: AnnouncementSubject, language: String? = nil) {
        (self.types, self.subject, self.language) = (types, subject, language)
    }
}
