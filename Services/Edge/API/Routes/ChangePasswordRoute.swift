import BaliseAPI
import Models

/// Other sessions continue unless `endOtherSessions` is set. The answer has their number, so that the app can offer to
/// end them.
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
    // The password has changed: an error from here on would make the app retry with the old one.
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
