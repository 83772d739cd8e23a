// GET offers, offers/active and users/professionals/search: an app looks for what is announced now.

import HTTPInterface
import Models

/// Offers and events, or one of the two.
func findOffers(_ call: APICall) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    guard let text = query.text("type") else { return try await find([.offer, .event], query, call) }
    guard let type = AnnouncementType(written: text), type != .professional else {
        throw .invalid("The parameter type must be OFFRE or EVENEMENT.")
    }
    return try await find([type], query, call)
}

func findProfessionals(_ call: APICall) async throws(EdgeError) -> Answer {
    try await find([.professional], Query(call.request.query), call)
}

/// Where the app says from where it looks, this is how it reports where its person is.
private func find(
    _ types: [AnnouncementType], _ query: Query, _ call: APICall
) async throws(EdgeError) -> Answer {
    let search = try SearchQuery(query)
    if let near = search.near { call.positions?.report(near, by: call) }
    return .list(search.listing(try await call.send(search.message(types: types)).found))
}
