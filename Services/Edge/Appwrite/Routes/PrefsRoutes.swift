// GET and PATCH account/prefs: what a person prefers in an app.

import BaliseJSON
import Models

func getPrefs(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    Answer(json: Array(try await call.prefs(of: caller.account).utf8))
}

/// The new preferences take the place of all old ones.
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
    /// A JSON object; one without members for who has set none.
    func prefs(of account: AccountID) async throws(EdgeError) -> String {
        do {
            return try await send(ReadDocument(account: account, name: .preferences)).json.value
        } catch {
            guard error.code == .notFound else { throw error }
            return "{}"
        }
    }
}
