// What an app looks for.

import BaliseAPI
import Models

/// What an app looks for, as its address says.
struct SearchQuery: Sendable {
    /// The most that one answer lists.
    static let maximum = 200
    /// The most that are looked through for what only their details tell.
    private static let maximumLookedThrough = 500

    /// Where the app's person is; nil when it does not say.
    let near: Coordinate?
    private let radius: Double?
    private let category: String?
    private let from: UnixTime?
    private let until: UnixTime?
    private let wishes: [DetailWish]
    /// Behind what the list goes on; nil for its beginning.
    private let cursor: AnnouncementID?

    init(_ query: Query) throws(EdgeError) {
        near = try SearchQuery.place(query)
        radius = near == nil ? nil : try SearchQuery.radius(query)
        cursor = try SearchQuery.cursor(query)
        category = query.text("category")
        from = try query.moment("startDate")
        until = try query.moment("endDate")
        var wishes: [DetailWish] = []
        // A place is more precise than the name of a city.
        if near == nil, let city = query.text("city") { wishes.append(.city(city)) }
        if let id = query.text("professionalId") { wishes.append(.professional(id)) }
        if let name = query.text("name") { wishes.append(.name(name)) }
        if try query.flag("isClub10", "club10") == true { wishes.append(.club) }
        self.wishes = wishes
    }

    /// The question about announcements of some types.
    func message(types: [AnnouncementType], language: String? = nil) -> FindAnnouncements {
        FindAnnouncements(
            types: types, category: category, near: near, radius: radius, from: from, until: until,
            limit: wishes.isEmpty ? SearchQuery.maximum : SearchQuery.maximumLookedThrough,
            after: cursor, language: language)
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
        var page = Page(listed: [])
        for one in found {
            if page.listed.count == SearchQuery.maximum { return page }
            page.cursor = one.record.id
            guard wishes.isEmpty || meets(one.record.announcement) else { continue }
            if let body = ListedAnnouncement(one, categories: categories) { page.listed.append(body) }
        }
        let limit = wishes.isEmpty ? SearchQuery.maximum : SearchQuery.maximumLookedThrough
        if found.count < limit { page.cursor = nil }
        return page
    }

    private static func cursor(_ query: Query) throws(EdgeError) -> AnnouncementID? {
        guard let text = query.text("cursor") else { return nil }
        guard let id = AnnouncementID(text) else {
            throw .invalid("The parameter cursor must be the one of the Link to the next page.")
        }
        return id
    }

    private func meets(_ announcement: Announcement) -> Bool {
        let details = announcement.readDetails
        return wishes.allSatisfy { $0.isMet(by: announcement, details) }
    }

    /// The two apps name the coordinates differently.
    private static func place(_ query: Query) throws(EdgeError) -> Coordinate? {
        let latitude = try query.number("lat", "latitude")
        let longitude = try query.number("lon", "longitude")
        if latitude == nil, longitude == nil { return nil }
        guard let latitude, let longitude else { throw .invalid("The parameters lat and lon come together.") }
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else { throw .noPlace }
        return place
    }

    /// In metres; nil for everywhere.
    private static func radius(_ query: Query) throws(EdgeError) -> Double? {
        guard let radius = try query.number("radius") else { return nil }
        guard radius >= 0 else { throw .invalid("The parameter radius must be a number of metres.") }
        return radius
    }
}
