import BaliseAPI
import Models

func setPreferences(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let choices = NotificationChoices(try call.body(as: BalisePreferences.self))
    let message = SetPreferences(account: caller.account, choices: choices)
    return try await call.send(message).answered()
}
