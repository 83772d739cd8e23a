import BaliseAPI
import Models

func getProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(BaliseProfile(try await call.profile(of: caller.account), call.profileFields))
}

/// Contains the notification choices too; they are left out if the preferences service does not answer.
func getShortProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    async let choices = call.choices(of: caller.account)
    let profile = try await call.profile(of: caller.account)
    return .body(ShortProfile(profile, await choices, call.profileFields))
}

func getProfileInEnvelope(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    call.user(try await call.profile(of: caller.account))
}

extension APICall {
    func user(_ profile: AccountProfile) -> Answer {
        .enveloped(CurrentUserResponse(user: BaliseUser(profile, profileFields)))
    }

    /// The profile of a signed-in account. A deleted or closed account throws `accountGone`: the authentication cache
    /// may still accept its session for a moment, but identity knows. An account unknown to identity throws
    /// `accountMissing`.
    ///
    /// - Parameter timeout: The time to wait, if it is shorter than usual.
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

    /// The time that the answer waits for the notification choices.
    private static let timeoutForChoices = Duration.seconds(1)

    fileprivate func choices(of account: AccountID) async -> NotificationChoices? {
        var context = request.context
        context.timeout = min(context.timeout, APICall.timeoutForChoices)
        return try? await services.send(GetPreferences(account: account), context).choices
    }
}
