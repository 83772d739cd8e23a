// POST push/test: a person wants to see a push arrive.

import BaliseAPI
import BaliseJSON
import Models

/// The body names what the push leads to, in the words of the payload: `offerId`, `eventId` or `professionalId`.
func sendTestPush(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let (type, subject) = try body.testSubject()
    let reply = try await call.send(
        SendTestPush(
            account: caller.account, type: type, subject: subject, title: try body.text("title"),
            body: try body.text("body")))
    return .enveloped(SendTestPushResponse(deliveries: reply.deliveries.map(PushDelivery.init)))
}

extension JSONValue {
    /// An event is named by `offerId` as well, as in its payload; then `type` tells that it is one.
    fileprivate func testSubject() throws(EdgeError) -> (AnnouncementType, SubjectID) {
        let type = try announcementType()
        if let subject = try subject("professionalId") { return (type ?? .professional, subject) }
        if let subject = try subject("eventId") { return (type ?? .event, subject) }
        guard let subject = try subject("offerId") else {
            throw .invalid("One of the members offerId, eventId and professionalId is needed.")
        }
        return (type ?? .offer, subject)
    }
}
