// GET users/favorites, ratings/user/{id} and ratings/user/{id}/average. The app's page of a professional reads them;
// without these answers it shows invented reviews.

import BaliseAPI
import BaliseJSON
import Models

func listFavorites(_ call: APICall) -> Answer { .list([ListedAnnouncement]()) }

func listRatings(_ call: APICall) -> Answer { .list([ListedAnnouncement]()) }

/// A bare number from the details of the announcement; 0 if the details have none, or if no announcement exists.
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
