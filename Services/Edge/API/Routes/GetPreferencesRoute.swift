// GET notification-preferences and notification-preferences/quiet-hours: what does a person want to hear of, and when?

import BaliseAPI
import Models

func getPreferences(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(BalisePreferences(try await call.send(GetPreferences(account: caller.account)).choices))
}

func getQuietHours(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(BaliseQuietHours(try await call.send(GetPreferences(account: caller.account)).quietHours))
}
