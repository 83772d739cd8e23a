// GET users/me, users/me/light and auth/me: what an account says about its person.

import HTTPInterface
import Models

func getProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .flat(JSONObject(flatUser: try await call.profile(of: caller.account)))
}

func getProfileInShort(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .flat(JSONObject(shortUser: try await call.profile(of: caller.account)))
}

func getProfileInEnvelope(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .user(try await call.profile(of: caller.account))
}

extension Answer {
    /// A profile in an envelope.
    static func user(_ profile: AccountProfile) -> Answer {
        var data = JSONObject()
        data.set("user", JSONObject(envelopedUser: profile))
        return .enveloped(data)
    }
}

extension APICall {
    /// The profile of an account that someone is signed in to. One that is not there any more is `accountGone`.
    func profile(of account: AccountID) async throws(EdgeError) -> AccountProfile {
        do {
            return try await send(GetProfile(account: account))
        } catch {
            throw error.code == .notFound ? EdgeError(.accountGone, "") : error
        }
    }
}
