import BaliseAPI
import HTTPTypes
import Models

func getCyclist(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .cyclist(try await call.profile(of: caller.account), caller)
}

/// The web app signs its user out on any error here, so a signed-in user gets none: an unreadable profile is left out.
/// The user is then reported as active, because calls that need a phone number check for it themselves.
func getCyclistAtAnyRate(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    do {
        return try await getCyclist(call, caller)
    } catch {
        guard error.status.code >= 500 else { throw error }
        return .body(EcoveloCyclist(caller.account, .active))
    }
}

extension Answer {
    static func cyclist(_ profile: AccountProfile, _ caller: Caller) -> Answer {
        .body(EcoveloCyclist(profile, program: caller.program))
    }
}
