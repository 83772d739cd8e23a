// GET users/favorites, ratings/user/{id} and ratings/user/{id}/average: what the app's page of a professional reads beside the
// professional. Without these answers it shows reviews that nobody wrote.

import BaliseAPI
import BaliseJSON
import Models

/// Nobody's favourites are kept here.
func listFavorites(_ call: APICall) -> Answer { .list([ListedAnnouncement]()) }

/// Nothing that people say of each other is kept here.
func listRatings(_ call: APICall) -> Answer { .list([ListedAnnouncement]()) }

/// A bare number: what the details of the announcement say, and 0 for nothing, as for whom nobody announced.
func getAverageRating(_ call: APICall) async throws(EdgeError) -> Answer {
    guard let number = Int64(try call.parameter()) else { return average(nil) }
    let announced: AnnouncementRecord
    do {
        announced = try await call.send(OpenAnnouncement(types: [.professional], subject: .number(number)))
    } catch {
        guard error.code == .notFound else { throw error }
        return average(nil)
    }
    let found = FindAnnouncements.SearchResult(record: announced)
    let listed = ListedAnnouncement(found, categories: call.categories)
    return average(listed?.details.first { $0.name == "averageRating" }?.text)
}

private func average(_ literal: String?) -> Answer { Answer(json: Array((literal ?? "0").utf8)) }
