import BaliseAPI
import Models

struct SearchQuery: Sendable {
    static let maximum = 200

    let near: Coordinate?
    private let radius: Double?
    private let category: String?
    private let from: UnixTime?
    private let until: UnixTime?
    private let filter: FindAnnouncements.Filter?
    /// The page begins behind this announcement; nil for the first page.
    private let cursor: NotificationID?

    /// - Parameter professional: Limits the search to this professional's offers and events.
    init(_ query: Query, of professional: Int64? = nil) throws(EdgeError) {
        near = try SearchQuery.place(query)
        radius = near == nil ? nil : try SearchQuery.radius(query)
        cursor = try query.id("cursor", "the one of the Link to the next page")
        category = query.text("category")
        from = try query.moment("startDate")
        until = try query.moment("endDate")
        let filter = FindAnnouncements.Filter(
            // A place is more precise than the name of a city.
            city: near == nil ? query.text("city") : nil,
            professional: professional.map { String($0) } ?? query.text("professionalId"), name: query.text("name"),
            isClub: try query.flag("isClub10", "club10") == true ? true : nil)
        self.filter = filter == FindAnnouncements.Filter() ? nil : filter
    }

    func message(
        types: [AnnouncementType], language: String? = nil, categories: ListedCategories = .standard
    ) -> FindAnnouncements {
        var filter = filter
        // With a filter, push reads each announcement, so it can also leave out those that the app cannot decode.
        filter?.categories = categories.names
        filter?.isNumbered = true
        return FindAnnouncements(
            types: types, category: category, near: near, radius: radius, from: from, until: until,
            limit: SearchQuery.maximum, after: cursor, language: language, filter: filter)
    }

    struct Page {
        var listed: [ListedAnnouncement]
        /// The next page begins behind this announcement; nil on the last page.
        var cursor: NotificationID?
    }

    func listing(
        _ found: [FindAnnouncements.SearchResult], _ categories: ListedCategories = .standard
    ) -> Page {
        Page(
            listed: found.compactMap { ListedAnnouncement($0, categories: categories) },
            cursor: found.count < SearchQuery.maximum ? nil : found.last?.page.id)
    }

    /// The two apps name the coordinates differently.
    private static func place(_ query: Query) throws(EdgeError) -> Coordinate? {
        let latitude = try query.number("lat", "latitude")
        let longitude = try query.number("lon", "longitude")
        if latitude == nil, longitude == nil { return nil }
        guard let latitude, let longitude else {
            throw .invalid("Give the parameters lat and lon together.", field: "lat")
        }
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else { throw .noPlace }
        return place
    }

    /// In metres; nil for everywhere.
    private static func radius(_ query: Query) throws(EdgeError) -> Double? {
        guard let radius = try query.number("radius") else { return nil }
        guard radius >= 0 else { throw .invalid("The parameter radius must be a number of metres.", field: "radius") }
        return radius
    }
}
