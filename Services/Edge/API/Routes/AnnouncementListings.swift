import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

func findOffers(_ call: APICall) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    guard let text = query.text("type") else { return try await find([.offer, .event], query, call) }
    guard let type = AnnouncementType(written: text), type != .professional else {
        throw .invalid("The parameter type must be OFFRE or EVENEMENT.", field: "type")
    }
    return try await find([type], query, call)
}

func findProfessionals(_ call: APICall) async throws(EdgeError) -> Answer {
    try await find([.professional], Query(call.request.query), call)
}

func findOffersOfProfessional(_ call: APICall) async throws(EdgeError) -> Answer {
    guard let number = Int64(try call.parameter()) else {
        throw EdgeError(.notFound, "professionals have whole numbers as their ids")
    }
    return try await find([.offer, .event], Query(call.request.query), call, of: number)
}

/// A place in the search is also the app's position report.
private func find(
    _ types: [AnnouncementType], _ query: Query, _ call: APICall, of professional: Int64? = nil
) async throws(EdgeError) -> Answer {
    let search = try SearchQuery(query, of: professional)
    if let near = search.near { call.positions?.report(near, by: call) }
    let message = search.message(types: types, language: call.languages, categories: call.categories)
    let found = try await call.send(message).found
    let page = search.listing(found, call.categories)
    var answer = Answer.list(page.listed)
    if let cursor = page.cursor, let link = nextPage(of: call.request, behind: cursor) {
        answer.fields.append(HTTPField(name: .nextPage, value: link))
    }
    return answer
}

/// The address of the next page (RFC 8288): this address, with the cursor replaced.
private func nextPage(of request: EdgeRequest, behind cursor: NotificationID) -> String? {
    let pairs = request.query.split(separator: "&").filter { !$0.hasPrefix("cursor=") }
    let query = (pairs.map(String.init) + ["cursor=\(cursor.text)"]).joined(separator: "&")
    // A header field cannot hold such an address.
    guard query.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ">") }) else { return nil }
    return "<\(request.path)?\(query)>; rel=\"next\""
}

extension HTTPField.Name {
    fileprivate static let nextPage = HTTPField.Name("Link") ?? .location
}

/// An offer or an event; the app asks for both in this way.
func openOffer(_ call: APICall) async throws(EdgeError) -> Answer { try await open([.offer, .event], call) }

/// A professional who was announced. The answer never reveals anything about accounts, whatever their ids are.
func openProfessional(_ call: APICall) async throws(EdgeError) -> Answer { try await open([.professional], call) }

private func open(_ types: [AnnouncementType], _ call: APICall) async throws(EdgeError) -> Answer {
    // The app's ids are whole numbers, so no other id was announced to it.
    guard let number = Int64(try call.parameter()) else { throw EdgeError.nothingAnnounced }
    let page = try await call.send(OpenAnnouncement(types: types, subject: .number(number), language: call.languages))
    guard let body = ListedAnnouncement(FindAnnouncements.SearchResult(page: page), categories: call.categories)
    else {
        throw EdgeError.nothingAnnounced
    }
    return .body(body)
}

extension EdgeError {
    fileprivate static var nothingAnnounced: EdgeError { EdgeError(.notFound, "nothing with this id was announced") }
}

func listCategories(_ call: APICall) -> Answer {
    .list(
        call.categories.names.map {
            AnnouncementCategory(id: $0, name: call.categories.label(of: $0), subCategories: [])
        })
}

// The app's page of a professional reads the next three; without these answers it shows invented reviews.

func listFavorites(_ call: APICall) -> Answer { .list([ListedAnnouncement]()) }

func listRatings(_ call: APICall) -> Answer { .list([ListedAnnouncement]()) }

/// A bare number from the details of the announcement; 0 if the details have none, or if no announcement exists.
func getAverageRating(_ call: APICall) async throws(EdgeError) -> Answer {
    guard let number = Int64(try call.parameter()) else { return average(nil) }
    let announced: AnnouncedPage
    do {
        announced = try await call.send(OpenAnnouncement(types: [.professional], subject: .number(number)))
    } catch {
        guard error.code == .notFound else { throw error }
        return average(nil)
    }
    let found = FindAnnouncements.SearchResult(page: announced)
    let listed = ListedAnnouncement(found, categories: call.categories)
    return average(listed?.details.first { $0.name == "averageRating" }?.text)
}

private func average(_ literal: String?) -> Answer { Answer(json: Array((literal ?? "0").utf8)) }

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
