// GET account: who is signed in.

import BaliseJSON
import Models

func getAccount(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.user(caller)
}

extension AppwriteCall {
    /// The account of somebody as it is now.
    func user(_ caller: Caller) async throws(EdgeError) -> Answer {
        do throws(EdgeError) {
            let profile = try await send(GetProfile(account: caller.account))
            // Whoever was known lately may be served without auth-session for a moment, but identity knows.
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
    /// An account that somebody is signed in to and that identity has never heard of.
    var asMissing: EdgeError { code == .notFound && kind == nil ? .accountMissing : self }
}
