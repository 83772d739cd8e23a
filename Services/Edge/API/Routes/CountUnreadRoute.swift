// GET notifications/unread-count: how much has a person not read yet?

import HTTPInterface
import Models

/// The app looks for the count beside the envelope's data, of which there is none.
func countUnread(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(CountUnread(account: caller.account))
    var json = JSONObject()
    json.set("success", true)
    json.set("count", reply.unread)
    return .flat(json)
}
