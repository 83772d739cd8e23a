import BaliseJSON
import Models

func getPrefs(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    Answer(json: Array(try await call.prefs(of: caller.account).utf8))
}

/// The new preferences replace all old ones.
func updatePrefs(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let prefs = try call.body().neededObject("prefs")
    let message = WriteDocument(
        account: caller.account, name: .preferences, mode: .replace, json: Personal(prefs.literal))
    do {
        _ = try await call.send(message)
    } catch {
        throw error.asMissing
    }
    return try await call.user(caller)
}

extension AppwriteCall {
    /// A JSON object; an empty one if the user has set no preferences.
    func prefs(of account: AccountID) async throws(EdgeError) -> String {
        do {
            return try await send(ReadDocument(account: account, name: .preferences)).json.value
        } catch {
            guard error.code == .notFound else { throw error }
            return "{}"
        }
    }
}
