import BaliseAPI
import Models

/// An offer or an event; the app asks for both in this way.
func openOffer(_ call: APICall) async throws(EdgeError) -> Answer { try await open([.offer, .event], call) }

/// A professional who was announced. The answer never reveals anything about accounts, whatever their ids are.
func openProfessional(_ call: APICall) async throws(EdgeError) -> Answer { try await open([.professional], call) }

private func open(_ types: [AnnouncementType], _ call: APICall) async throws(EdgeError) -> Answer {
    // The app's ids are whole numbers, so no other id was announced to it.
    guard let number = Int64(try call.parameter()) else { throw EdgeError.nothingAnnounced }
    let record = try await call.send(
        OpenAnnouncement(types: types, subject: .number(number), language: call.languages))
    guard let body = ListedAnnouncement(FindAnnouncements.SearchResult(record: record), categories: call.categories)
    else {
        throw EdgeError.nothingAnnounced
    }
    return .body(body)
}

extension EdgeError {
    fileprivate static var nothingAnnounced: EdgeError { EdgeError(.notFound, "nothing with this id was announced") }
}
