// GET offers, offers/active and users/professionals/search: an app looks for what is announced now.

import HTTPInterface
import Models

/// Offers and events, or one of the two.
func findOffers(_ call: APICall) async throws(EdgeError) -> Answer {
    guard let text = Query(call.request.query).text("type") else { return try await find([.offer, .event], call) }
    guard let type = AnnouncementType(written: text), type != .professional else {
        throw .invalid("The parameter type must be OFFRE or EVENEMENT.")
    }
    return try await find([type], call)
}

func findProfessionals(_ call: APICall) async throws(EdgeError) -> Answer { try await find([.professional], call) }

/// Where the app says from where it looks, this is how it reports where its person is.
private func find(_ types: [AnnouncementType], _ call: APICall) async throws(EdgeError) -> Answer {
    let query = try SearchQuery(Query(call.request.query))
    if let near = query.near { call.positions?.report(near, by: call) }
    return .list(query.listing(try await call.send(query.message(types: types)).found))
}
