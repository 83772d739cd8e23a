// PUT users/profile and PATCH users/me: a person changes what their account says.

import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

/// The body is JSON, or a form with JSON in its part `profile`; other parts, like an image, are not kept.
func updateProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json(orPart: UpdateProfileRequest.formPart)
    return .body(BaliseProfile(try await update(call, caller, json), call.profileFields))
}

func updateProfileInEnvelope(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json()
    try call.profileFields.checkNames(of: json)
    return call.user(try await update(call, caller, json))
}

/// A name only changes for whoever shows the password as `currentPassword`.
private func update(_ call: APICall, _ caller: Caller, _ json: JSONValue) async throws(EdgeError) -> AccountProfile {
    // The person was there when they said so, not when the change was made.
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
    /// A wrong password of someone who is signed in. That they are is not in doubt, so it is not 401, which would make
    /// an app look for another token and try again.
    var asWrongCurrentPassword: EdgeError {
        guard code == .wrongCredentials else { return self }
        var error = EdgeError(.wrongCredentials, "The current password is wrong.", status: .forbidden)
        error.cause = cause
        return error
    }
}
