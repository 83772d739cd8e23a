// What an app looks for.

import BaliseAPI
import Models

/// What an app looks for, as its address says.
struct SearchQuery: Sendable {
    /// The most that one answer lists.
    static let maximum = 200

    /// Where the app's person is; nil when it does not say.
    let near: Coordinate?
    private let radius: Double?
    private let category: String?
    private let from: UnixTime?
    private let until: UnixTime?
    /// The conditions that only texts and details of an announcement can meet; nil when there are none.
    private let filter: FindAnnouncements.Filter?
    /// Behind what the list goes on; nil for its beginning.
    private let cursor: AnnouncementID?

    /// - Parameter professional: Whose offers and events are looked for, where the path says it.
    init(_ query: Query, of professional: Int64? = nil) throws(EdgeError) {
        near = try SearchQuery.place(query)
        radius = near == nil ? nil : try SearchQuery.radius(query)
        cursor = try SearchQuery.cursor(query)
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

    /// The question about announcements of some types.
    func message(
        types: [AnnouncementType], language: String? = nil, categories: ListedCategories = .standard
    ) -> FindAnnouncements {
        var filter = filter
        // With a filter, push looks into each announcement, so it can also leave out what cannot be listed.
        filter?.categories = categories.names
        filter?.isNumbered = true
        return FindAnnouncements(
            types: types, category: category, near: near, radius: radius, from: from, until: until,
            limit: SearchQuery.maximum, after: cursor, language: language, filter: filter)
    }

    /// A page of a list.
    struct Page {
        var listed: [ListedAnnouncement]
        /// Behind what the next page begins; nil when there is none.
        var cursor: AnnouncementID?
    }

    /// What was found, as the app lists it.
    func listing(
        _ found: [FindAnnouncements.SearchResult], _ categories: ListedCategories = .standard
    ) -> Page {
        Page(
            listed: found.compactMap { ListedAnnouncement($0, categories: categories) },
            cursor: found.count < SearchQuery.maximum ? nil : found.last?.record.id)
    }

    private static func cursor(_ query: Query) throws(EdgeError) -> AnnouncementID? {
        guard let text = query.text("cursor") else { return nil }
        guard let id = AnnouncementID(text) else {
            throw .invalid("The parameter cursor must be the one of the Link to the next page.", field: "cursor")
        }
        return id
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
