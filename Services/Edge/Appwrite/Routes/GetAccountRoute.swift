// GET account: who is signed in.

import HTTPInterface
import Models

func getAccount(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.user(caller)
}

extension AppwriteCall {
    /// The account of somebody as it is now.
    func user(_ caller: Caller) async throws(EdgeError) -> Answer {
        do {
            return try await user(try await send(GetProfile(account: caller.account)))
        } catch {
            throw error.asGone
        }
    }

    func user(_ profile: AccountProfile) async throws(EdgeError) -> Answer {
        Answer(json: JSONObject(appwriteUser: profile, prefs: try await prefs(of: profile.account)).bytes)
    }
}

extension EdgeError {
    /// An account that somebody is signed in to and that is not there any more.
    var asGone: EdgeError { code == .notFound && kind == nil ? EdgeError(.accountGone, "") : self }
}
