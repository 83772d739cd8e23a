import BaliseAPI
import Models

/// The latest first; `before` names the last one of the page before.
func listAnnouncements(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let query = Query(call.request.query)
    var before: AnnouncementID?
    if let text = query.text("before") {
        guard let id = AnnouncementID(text) else {
            throw .invalid("The parameter before must be the id of an announcement.", field: "before")
        }
        before = id
    }
    let limit = try query.integer("limit", in: ListAnnouncements.limits) ?? 20
    let reply = try await call.send(ListAnnouncements(before: before, limit: limit, of: publisher.sees))
    return .enveloped(
        AnnouncementPage(announcements: reply.announcements.map(PublishedAnnouncement.init), hasMore: reply.hasMore))
}
