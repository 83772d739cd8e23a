// POST auth/apple/notifications: Apple tells what a person has decided about an app.

import BaliseAPI
import HTTPTypes
import Models

/// Apple sends it again when the answer is no 2xx.
func takeAppleNotification(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body()
    _ = try await call.sendSecret(TakeAppleNotification(payload: try body.neededSecret("payload")))
    return .done("Taken.")
}
