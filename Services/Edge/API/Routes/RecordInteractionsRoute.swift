// POST notifications/interactions: a person has opened or dismissed notifications.

import BaliseAPI
import BaliseJSON
import Models

/// The answer is the same whatever of it is counted. Without `at` an interaction is from now.
func recordInteractions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json()
    let counts = RecordInteractionsRequest.counts
    guard counts.contains(try RecordInteractionsRequest(readFrom: json).interactions.count) else {
        throw .invalid(
            "interactions must have \(counts.lowerBound) to \(counts.upperBound) elements.", field: "interactions")
    }
    let now = call.clock.now()
    var interactions: [NotificationInteraction] = []
    // Reading the whole does not look at the bounds of its elements.
    for element in json.member("interactions")?.elements.map({ Array($0) }) ?? [] {
        let interaction = try BaliseInteraction(readFrom: element)
        // What no notification can be called was none that was sent.
        guard let notification = AnnouncementID(interaction.notificationId) else { continue }
        interactions.append(
            NotificationInteraction(
                notification: notification, action: interaction.action,
                at: interaction.at.map(UnixTime.init(nearestTo:)) ?? now, link: interaction.link))
    }
    if !interactions.isEmpty {
        _ = try await call.send(RecordInteractions(account: caller.account, interactions: interactions))
    }
    return .done("It is noted.")
}
