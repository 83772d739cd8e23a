import BaliseJSON
import Models

func getAccount(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.user(caller)
}

extension AppwriteCall {
    func user(_ caller: Caller) async throws(EdgeError) -> Answer {
        do throws(EdgeError) {
            let profile = try await send(GetProfile(account: caller.account))
            // The authentication cache may accept a closed account for a moment, but identity knows.
            guard profile.status == .active else { throw EdgeError(.accountGone, "") }
            return try await user(profile)
        } catch {
            throw error.asMissing
        }
    }

    func user(_ profile: AccountProfile) async throws(EdgeError) -> Answer {
        Answer(json: JSONObject(appwriteUser: profile, prefs: try await prefs(of: profile.account)).bytes)
    }
}

extension EdgeError {
    var asMissing: EdgeError { code == .notFound && kind == nil ? .accountMissing : self }
}
