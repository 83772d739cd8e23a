// PUT users/profile and PATCH users/me: a person changes what their account says.

import HTTPInterface
import HTTPTypes
import Models

/// The body is JSON, or a form with JSON in its part `profile`; other parts, like an image, are not kept.
func updateProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(ProfileBody(try await update(call, caller, try call.body(orPart: "profile"))))
}

func updateProfileInEnvelope(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .user(try await update(call, caller, try call.body()))
}

/// A name only changes for whoever shows the password as `currentPassword`.
private func update(_ call: APICall, _ caller: Caller, _ body: JSONValue) async throws(EdgeError) -> AccountProfile {
    let password = try body.secret("currentPassword")
    let message = UpdateProfile(
        account: caller.account, names: try AccountNames(body), details: try ProfileDetails(change: body),
        password: password)
    do {
        return try await password == nil ? call.send(message) : call.sendSecret(message)
    } catch {
        throw error.code == .notFound ? EdgeError(.accountGone, "") : error.asWrongCurrentPassword
    }
}

extension EdgeError {
    /// A wrong password of someone who is signed in. That they are is not in doubt, so it is not 401, which would make an
    /// app look for another token and try again.
    var asWrongCurrentPassword: EdgeError {
        guard code == .wrongCredentials else { return self }
        var error = EdgeError(.wrongCredentials, "The current password is wrong.", status: .forbidden)
        error.cause = cause
        return error
    }
}
