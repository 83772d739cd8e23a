import BaliseAPI
import Models

func setQuietHours(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let hours = try QuietHours(try call.body(as: SetQuietHoursRequest.self), client: call.request.context.client)
    return try await set(hours, call, caller)
}

func removeQuietHours(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await set(nil, call, caller)
}

private func set(_ hours: QuietHours?, _ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let stored = try await call.send(SetQuietHours(account: caller.account, quietHours: hours))
    return .body(BaliseQuietHours(stored.quietHours))
}
