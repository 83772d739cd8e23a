import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

func findOffers(_ call: APICall) async throws(EdgeError) -> Answer {
    var query = Query(call.request.query)
    guard let text = query.text("type") else { return try await find([.offer, .event], query, call) }
    let type = AnnouncementType(written: text)
    if type == nil || type == .professional {
        query.refuse("type", "The parameter type must be OFFRE or EVENEMENT.")
    }
    return try await find([type ?? .offer], query, call)
}

func findProfessionals(_ call: APICall) async throws(EdgeError) -> Answer {
    try await find([.professional], Query(call.request.query), call)
}

func findOffersOfProfessional(_ call: APICall) async throws(EdgeError) -> Answer {
    guard let number = Int64(try call.parameter()) else {
        throw EdgeError(.notFound, "the id of a professional is a whole number")
    }
    return try await find([.offer, .event], Query(call.request.query), call, of: number)
}

/// Finds announcements. The place of the search is also the app's report of its position.
private func find(
    _ types: [AnnouncementType], _ query: Query, _ call: APICall, of professional: Int64? = nil
) async throws(EdgeError) -> Answer {
    let message = try FindAnnouncements(query, types, of: professional, call)
    if let near = message.near { call.positions?.report(near, by: call) }
    let found = try await call.send(message).found
    let answer = Answer.list(found.compactMap { ListedAnnouncement($0, categories: call.categories) })
    guard found.count >= maximumListed, let last = found.last?.page.id,
        let link = nextPage(of: call.request, behind: last)
    else { return answer }
    return answer.with(HTTPField(name: .nextPage, value: link))
}

/// Returns the address of the next page (RFC 8288): this address with the new cursor; nil if no header can contain it.
private func nextPage(of request: EdgeRequest, behind cursor: NotificationID) -> String? {
    let pairs = request.query.split(separator: "&").filter { !$0.hasPrefix("cursor=") }
    let query = (pairs.map(String.init) + ["cursor=\(cursor.text)"]).joined(separator: "&")
    guard query.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ">") }) else { return nil }
    return "<\(request.path)?\(query)>; rel=\"next\""
}

/// Records that the user opened an offer or an event; the app uses one call for both.
func openOffer(_ call: APICall) async throws(EdgeError) -> Answer { try await open([.offer, .event], call) }

/// Records that the user opened an announced professional. The answer reveals nothing about accounts.
func openProfessional(_ call: APICall) async throws(EdgeError) -> Answer { try await open([.professional], call) }

private func open(_ types: [AnnouncementType], _ call: APICall) async throws(EdgeError) -> Answer {
    // The app's ids are whole numbers, so an announcement with another id is not for the app.
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

// The app's page of a professional makes the next three calls. Without their answers it shows invented reviews.

func listFavorites(_ call: APICall) -> Answer { .list([ListedAnnouncement]()) }

func listRatings(_ call: APICall) -> Answer { .list([ListedAnnouncement]()) }

/// Answers a bare number from the details of the announcement; 0 without such a number or announcement.
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

private let maximumListed = 200

extension FindAnnouncements {
    /// - Parameter professional: Limits the search to this professional's offers and events.
    fileprivate init(
        _ query: Query, _ types: [AnnouncementType], of professional: Int64?, _ call: APICall
    ) throws(EdgeError) {
        var query = query
        let near = query.place()
        let radius = near == nil ? nil : query.radius()
        let cursor: NotificationID? = query.id("cursor", "the one of the Link to the next page")
        let from = query.moment("startDate")
        let until = query.moment("endDate")
        let isClub = query.flag("isClub10", "club10")
        try query.finish()
        var filter = Filter(
            // A place is more precise than the name of a city.
            city: near == nil ? query.text("city") : nil,
            professional: professional.map { String($0) } ?? query.text("professionalId"), name: query.text("name"),
            isClub: isClub == true ? true : nil)
        let isFiltered = filter != Filter()
        // With a filter, the push service reads each announcement, so it also leaves out what the app cannot decode.
        filter.categories = call.categories.names
        filter.isNumbered = true
        self.init(
            types: types, category: query.text("category"), near: near, radius: radius, from: from, until: until,
            limit: maximumListed, after: cursor, language: call.languages, filter: isFiltered ? filter : nil)
    }
}

extension Query {
    /// Reads the place, whose parameters the two apps name differently.
    fileprivate mutating func place() -> Coordinate? {
        let hasLatitude = text("lat", "latitude") != nil
        let hasLongitude = text("lon", "longitude") != nil
        if hasLatitude != hasLongitude { refuse("lat", "Give the parameters lat and lon together.") }
        let latitude = number("lat", "latitude")
        let longitude = number("lon", "longitude")
        guard let latitude, let longitude else { return nil }
        do throws(EdgeError) { return try Coordinate(readFrom: latitude, longitude, names: ("lat", "lon")) } catch {
            for one in error.wrongMembers { refuse(one.field, one.message) }
            return nil
        }
    }

    /// Reads the radius in metres; nil for a search without a limit.
    fileprivate mutating func radius() -> Double? {
        guard let radius = number("radius") else { return nil }
        if radius < 0 { refuse("radius", "The parameter radius must be a number of metres.") }
        return radius
    }
}
