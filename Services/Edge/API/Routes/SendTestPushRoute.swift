import BaliseAPI
import Models

func sendTestPush(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SendTestPushRequest.self)
    guard let type = AnnouncementType(written: body.kind.rawValue) else {
        throw EdgeError(SendTestPushRequest.unknownType)
    }
    let reply = try await call.send(
        SendTestPush(
            account: caller.account, type: type, subject: SubjectID(body.subject), title: body.title, body: body.body))
    return .enveloped(SendTestPushResponse(deliveries: reply.deliveries.map(PushDelivery.init)))
}
