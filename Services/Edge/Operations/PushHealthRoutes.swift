import BaliseAPI
import Models
import OperatorAPI

func getPushHealth(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let health = try await call.send(GetPushHealth())
    return .body(
        PushHealthDescription(
            since: health.since.date, problems: health.problems,
            apps: health.apps.map { app in
                PushHealthDescription.App(
                    channel: app.provider.rawValue, environment: app.environment.rawValue, bundleId: app.topic,
                    credential: app.credential, sent: app.sent, gone: app.gone,
                    refusals: app.refusals.map { PushHealthDescription.Refusal(reason: $0.reason, count: $0.count) },
                    lastSentAt: app.lastSentAt?.date,
                    lastError: app.lastError.map { .init(reason: $0.reason, at: $0.at.date) })
            }))
}

/// It counts against the user's limit for tests.
func testPushDevice(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let account = try call.account()
    let body = try call.body(as: TestPushDeviceRequest.self)
    guard let token = PushTokenID(try call.name(at: 1)) else {
        throw EdgeError(.notFound, "no push device has this id")
    }
    let reply = try await call.send(
        SendTestPush(
            account: account, type: .offer, subject: .text("test"), title: body.title ?? "Test",
            body: body.body ?? "A test by the operator: pushes arrive.", token: token))
    return .body(SendTestPushResponse(deliveries: reply.deliveries.map(PushDelivery.init)))
}
