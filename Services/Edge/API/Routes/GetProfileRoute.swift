// GET users/me, users/me/light and auth/me: what an account says about its person.

import BaliseAPI
import Models

func getProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(BaliseProfile(try await call.profile(of: caller.account), call.profileFields))
}

/// What the person wants to hear of is told beside it; where that cannot be, the rest goes without.
func getShortProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    async let choices = call.choices(of: caller.account)
    let profile = try await call.profile(of: caller.account)
    return .body(ShortProfile(profile, await choices, call.profileFields))
}

func getProfileInEnvelope(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    call.user(try await call.profile(of: caller.account))
}

extension APICall {
    /// A profile in an envelope.
    func user(_ profile: AccountProfile) -> Answer {
        .enveloped(CurrentUserResponse(user: BaliseUser(profile, profileFields)))
    }

    /// The profile of an account that someone is signed in to. One that is not there any more, or closed, is
    /// `accountGone`: whoever was known lately may be served for a moment without auth-session, but identity knows. One
    /// that identity has never heard of is `accountMissing`.
    ///
    /// - Parameter timeout: How long it is waited for, where not as long as for any answer.
    func profile(
        of account: AccountID, within timeout: Duration? = nil
    ) async throws(EdgeError) -> AccountProfile {
        let profile: AccountProfile
        do {
            profile = try await send(GetProfile(account: account), within: timeout)
        } catch {
            throw error.code == .notFound ? .accountMissing : error
        }
        guard profile.status == .active else { throw EdgeError(.accountGone, "") }
        return profile
    }

    /// How long the rest of an answer waits for what the person wants to hear of.
    private static let timeoutForChoices = Duration.seconds(1)

    fileprivate func choices(of account: AccountID) async -> NotificationChoices? {
        var context = request.context
        context.timeout = min(context.timeout, APICall.timeoutForChoices)
        return try? await services.send(GetPreferences(account: account), context).choices
    }
}
