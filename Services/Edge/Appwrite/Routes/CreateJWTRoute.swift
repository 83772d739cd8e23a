import BaliseJSON
import HTTPTypes
import Models

/// Only a session can get a token. A token that could get the next one would last as long as the session.
func createJWT(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let caller = try await call.sessionCaller(servesStale: false)
    let message = IssueSessionToken(
        account: caller.account, session: caller.session, lifetime: try call.body().tokenLifetime())
    do {
        var json = JSONObject()
        json.set("jwt", try await call.send(message).token.value)
        return Answer(.created, json: json.bytes)
    } catch {
        throw error.code == .notFound ? EdgeError(.authenticationRequired, "") : error
    }
}

extension JSONValue {
    /// In seconds; 900 by default.
    fileprivate func tokenLifetime() throws(EdgeError) -> Int64 {
        guard let value = parameter("duration") else { return 900 }
        guard value.kind == .number, let seconds = Int64(value.literal), (0...3600).contains(seconds) else {
            throw .parameter("duration", "Value must be a whole number from 0 to 3600.")
        }
        // A token with a lifetime of 0 seconds would expire before it arrived.
        return max(1, seconds)
    }
}
