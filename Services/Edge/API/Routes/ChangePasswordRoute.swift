// POST users/change-password: a person changes their password.

import BaliseAPI
import Models

/// Other sessions go on unless `endOtherSessions` says that they shall end; the answer says how many there are, so that
/// the app can offer it.
func changePassword(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangePasswordRequest.self)
    let message = ChangePassword(
        account: caller.account, current: SecretText(body.currentPassword), new: SecretText(body.newPassword),
        session: caller.session)
    let endsOthers = body.endOtherSessions ?? false
    do {
        _ = try await call.sendPassword(message)
    } catch {
        throw error.code == .notFound ? .accountMissing : error.asWrongCurrentPassword
    }
    // The password is changed: from here on nothing is an error, or the app would try again with the old one.
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
