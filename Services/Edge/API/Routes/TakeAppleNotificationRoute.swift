import BaliseAPI
import HTTPTypes
import Models

/// Apple repeats the notification unless the answer is 2xx.
func takeAppleNotification(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: AppleNotification.self)
    _ = try await call.sendSecret(TakeAppleNotification(payload: SecretText(body.payload)))
    return .done("Taken.")
}
