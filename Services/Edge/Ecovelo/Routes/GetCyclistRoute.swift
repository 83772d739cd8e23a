// GET users/me and cyclists: what is known of the person who is signed in.

import BaliseAPI
import HTTPTypes
import Models

func getCyclist(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .cyclist(try await call.profile(of: caller.account), caller)
}

/// The web app signs its person out at any error here, so there is none for whoever is signed in: while the profile
/// cannot be read, it is left out. They count as active then, since what needs a phone number says so itself.
func getCyclistAtAnyRate(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    do {
        return try await getCyclist(call, caller)
    } catch {
        guard error.status.code >= 500 else { throw error }
        return .body(EcoveloCyclist(caller.account, .active))
    }
}

extension Answer {
    /// What is known of the person who calls.
    static func cyclist(_ profile: AccountProfile, _ caller: Caller) -> Answer {
        .body(EcoveloCyclist(profile, program: caller.program))
    }
}
