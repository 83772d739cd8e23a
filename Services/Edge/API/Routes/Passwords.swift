import BaliseAPI
import HTTPTypes
import Models

/// Requests a link for a new password. The answer does not reveal whether the address is known.
func requestPasswordReset(_ call: APICall) async throws(EdgeError) -> Answer {
    try call.count(.reset)
    let email = try call.body(as: PasswordResetLinkRequest.self).email
    let reply = try await call.send(RequestPasswordReset(email: Personal(email)))
    return .body(
        PasswordResetLinkResponse(
            message: "If an account has this address, a message is on its way to it.", id: reply.number,
            email: email, createdAt: reply.requestedAt.date))
}

func resetPassword(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ResetPasswordRequest.self)
    let message = ResetPassword(token: body.token, new: body.newPassword)
    do {
        _ = try await call.sendSecret(message)
    } catch {
        guard error.code == .invalidToken || error.code == .tokenExpired else { throw error }
        // The caller is not signed in. A 401 would make an app look for another token.
        throw EdgeError(
            .invalidToken, "This link was already used or has expired. Ask for a new one.", status: .badRequest)
    }
    return .done("The password is set. Sign in with it.")
}

/// Changes the password. The answer has the number of sessions that continue, so that the app can offer to end them.
func changePassword(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangePasswordRequest.self)
    let message = ChangePassword(
        account: caller.account, current: body.currentPassword, new: body.newPassword, session: caller.session)
    let endsOthers = body.endOtherSessions ?? false
    do {
        _ = try await call.sendPassword(message)
    } catch {
        throw error.code == .notFound ? .accountMissing : error.asWrongCurrentPassword
    }
    // The password has changed, so an error from here on would make the app retry with the old password.
    if endsOthers { return await endOthers(call, caller) }
    let sessions = try? await call.send(ListSessions(account: caller.account))
    return .body(
        ChangePasswordResponse(
            message: "The password is changed.",
            otherSessions: sessions?.count(where: { $0.session != caller.session })))
}

private func endOthers(_ call: APICall, _ caller: Caller) async -> Answer {
    do {
        let reply = try await call.send(EndOtherSessions(account: caller.account, kept: caller.session))
        return .body(
            ChangePasswordResponse(
                message: "The password is changed, and the other sessions have ended.", otherSessions: 0,
                endedSessions: reply.count))
    } catch {
        return .done("The password is changed, but the other sessions could not be ended. Try to end them again.")
    }
}

extension EdgeError {
    /// The error for a wrong password of a signed-in user. A 401 would make the app look for another token.
    var asWrongCurrentPassword: EdgeError {
        guard code == .wrongCredentials else { return self }
        var error = EdgeError(.wrongCredentials, "The current password is wrong.", status: .forbidden)
        error.cause = cause
        return error
    }
}
