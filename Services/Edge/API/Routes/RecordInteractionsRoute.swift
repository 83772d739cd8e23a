import BaliseAPI
import BaliseJSON
import Models

/// The answer does not reveal which interactions count. Without `at`, an interaction happened now.
func recordInteractions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json()
    let counts = RecordInteractionsRequest.counts
    guard counts.contains(try RecordInteractionsRequest(readFrom: json).interactions.count) else {
        throw .invalid(
            "interactions must have \(counts.lowerBound) to \(counts.upperBound) elements.", field: "interactions")
    }
    let now = call.clock.now()
    var interactions: [NotificationInteraction] = []
    // Reading the whole body at once would not check the bounds of its elements.
    for element in json.member("interactions")?.elements.map({ Array($0) }) ?? [] {
        let interaction = try BaliseInteraction(readFrom: element)
        // An impossible id was never sent, so this interaction is ignored.
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
