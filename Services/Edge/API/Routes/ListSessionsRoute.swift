// GET auth/sessions: where is a person signed in?

import HTTPInterface
import Models

func listSessions(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let sessions = try await call.send(ListSessions(account: caller.account))
    var data = JSONObject()
    data.set("sessions", sessions.map { JSONObject(session: $0, isCurrent: $0.session == caller.session) })
    data.set("totalCount", sessions.count)
    return .enveloped(data)
}
