import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

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
    let password = body.currentPassword.map(SecretText.init)
    let message = UpdateProfile(
        account: caller.account,
        names: AccountNames(username: body.username, email: body.email, phoneNumber: body.phoneNumber),
        details: details, password: password, session: caller.session)
    let profile: AccountProfile
    do {
        profile = try await password == nil ? call.send(message) : call.sendChangedNames(message)
    } catch {
        throw error.code == .notFound ? .accountMissing : error.asWrongCurrentPassword
    }
    if let coordinate = details.coordinate { await call.keepPosition(coordinate, of: caller.account, at: now) }
    return profile
}

extension EdgeError {
    /// A wrong password of a signed-in user. It is not 401, which would make the app look for another token and retry.
    var asWrongCurrentPassword: EdgeError {
        guard code == .wrongCredentials else { return self }
        var error = EdgeError(.wrongCredentials, "The current password is wrong.", status: .forbidden)
        error.cause = cause
        return error
    }
}
