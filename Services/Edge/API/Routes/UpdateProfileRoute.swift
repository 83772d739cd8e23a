// PUT users/profile and PATCH users/me: a person changes what their account says.

import BaliseAPI
import BaliseJSON
import HTTPTypes
import Logging
import Models

/// The body is JSON, or a form with JSON in its part `profile`; other parts, like an image, are not kept.
func updateProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json(orPart: UpdateProfileRequest.formPart)
    return .body(BaliseProfile(try await update(call, caller, json), call.profileFields))
}

func updateProfileInEnvelope(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    call.user(try await update(call, caller, try call.json()))
}

/// A name only changes for whoever shows the password as `currentPassword`.
private func update(_ call: APICall, _ caller: Caller, _ json: JSONValue) async throws(EdgeError) -> AccountProfile {
    let body = try UpdateProfileRequest(readFrom: json)
    let details = try ProfileDetails(body, json, call.profileFields)
    let password = body.currentPassword.map(SecretText.init)
    let message = UpdateProfile(
        account: caller.account,
        names: AccountNames(username: body.username, email: body.email, phoneNumber: body.phoneNumber),
        details: details, password: password)
    let profile: AccountProfile
    do {
        profile = try await password == nil ? call.send(message) : call.sendPassword(message)
    } catch {
        throw error.code == .notFound ? .accountMissing : error.asWrongCurrentPassword
    }
    if let coordinate = details.coordinate { await call.keepPosition(coordinate, of: caller.account) }
    return profile
}

extension ProfileDetails {
    /// Where a change of a profile says that the person is; nil where it says less than a place.
    fileprivate var coordinate: Coordinate? {
        guard case .number(let latitude)? = fields?["latitude"]?.value,
            case .number(let longitude)? = fields?["longitude"]?.value
        else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}

extension APICall {
    /// How long a change of a profile waits for its position to be kept.
    private static let timeoutForPosition = Duration.seconds(1)

    /// Has the position that an app tells in a profile count for what its person wants to hear of, as one that it
    /// reports does: with the person's consent, which location knows. The profile is changed by then, whatever becomes
    /// of this.
    fileprivate func keepPosition(_ coordinate: Coordinate, of account: AccountID) async {
        var context = request.context
        context.timeout = min(context.timeout, APICall.timeoutForPosition)
        let position = Position(coordinate: coordinate, at: clock.now())
        do {
            _ = try await services.send(SetPosition(account: account, position: position), context)
        } catch {
            request.logger.debug("the position of a profile was not kept", metadata: ["cause": "\(error)"])
        }
    }
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
