import BaliseAPI
import Models

func getPreferences(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(GetPreferences(account: caller.account)).answered()
}

func getQuietHours(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(BaliseQuietHours(try await call.send(GetPreferences(account: caller.account)).quietHours))
}

extension NotificationPreferences {
    /// The choices as a body. An answer of the preferences service always has them; an entry of its feed may not.
    func answered() throws(EdgeError) -> Answer {
        guard let choices else { throw EdgeError(.internalFailure, "") }
        return .body(BalisePreferences(choices))
    }
}
