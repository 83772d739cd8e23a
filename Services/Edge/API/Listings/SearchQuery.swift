// What an app looks for.

import HTTPInterface
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

    init(_ query: Query) throws(EdgeError) {
        near = try SearchQuery.place(query)
        radius = near == nil ? nil : try SearchQuery.radius(query)
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
    func message(types: [AnnouncementType]) -> FindAnnouncements {
        FindAnnouncements(
            types: types, category: category, near: near, radius: radius, from: from, until: until,
            limit: wishes.isEmpty ? SearchQuery.maximum : SearchQuery.maximumLookedThrough)
    }

    /// What was found, as the app lists it.
    func listing(_ found: [FindAnnouncements.Found]) -> [ListedAnnouncementBody] {
        var listed: [ListedAnnouncementBody] = []
        for one in found {
            guard listed.count < SearchQuery.maximum else { break }
            guard wishes.isEmpty || meets(one.record.announcement) else { continue }
            if let body = ListedAnnouncementBody(one) { listed.append(body) }
        }
        return listed
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
