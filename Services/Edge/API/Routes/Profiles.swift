import BaliseAPI
import BaliseJSON
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

    /// A deleted or closed account throws `accountGone`, even while the authentication cache accepts its session; an
    /// unknown one throws `accountMissing`. `timeout` only shortens the usual one.
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

    private static let timeoutForChoices = Duration.seconds(1)

    fileprivate func choices(of account: AccountID) async -> NotificationChoices? {
        var context = request.context
        context.timeout = min(context.timeout, APICall.timeoutForChoices)
        return try? await services.send(GetPreferences(account: account), context).choices
    }
}

/// The body is JSON, or a form with JSON in its part `profile`. Other parts, such as an image, are ignored.
func updateProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json(orPart: UpdateProfileRequest.formPart)
    return .body(BaliseProfile(try await update(call, caller, json), call.profileFields))
}

func updateProfileInEnvelope(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json()
    try call.profileFields.checkNames(of: json)
    return call.user(try await update(call, caller, json))
}

/// Changing a name requires the password in `currentPassword`.
private func update(_ call: APICall, _ caller: Caller, _ json: JSONValue) async throws(EdgeError) -> AccountProfile {
    // The user was there when they sent the request, not when the change was made.
    let now = call.clock.now()
    let body = try UpdateProfileRequest(readFrom: json)
    var details = try ProfileDetails(body, json, call.profileFields)
    if details.saysWhere, await !call.mayKeepPosition(of: caller.account) { details.leaveOutPlace() }
    let password = body.currentPassword
    let message = UpdateProfile(
        account: caller.account,
        names: AccountNames(username: body.username, email: body.email, phoneNumber: body.phoneNumber),
        details: details, password: password, session: caller.session)
    let profile: AccountProfile
    do {
        // Free names are counted too, because "free" reveals as much as "taken".
        if password != nil { try call.count(.nameChange) }
        profile =
            try await password == nil
            ? call.send(message) : call.sendPassword(message, isWrong: \.meansWrongPasswordOrTakenName)
    } catch {
        throw error.code == .notFound ? .accountMissing : error.asWrongCurrentPassword
    }
    if let coordinate = details.coordinate { await call.keepPosition(coordinate, of: caller.account, at: now) }
    return profile
}
