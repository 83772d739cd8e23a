import BaliseAPI
import Models

func updateName(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let name = Personal(try call.body().neededText("name", 1...128))
    let message = UpdateProfile(
        account: caller.account, names: AccountNames(), details: ProfileDetails(displayName: name))
    do {
        return try await call.user(try await call.send(message))
    } catch {
        throw error.asMissing.about("name")
    }
}

func updateEmail(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let message = UpdateProfile(
        account: caller.account, names: AccountNames(email: try body.neededEmail()), details: ProfileDetails(),
        password: try body.shownPassword("password"), session: caller.session)
    // Free addresses are counted too, because "free" reveals as much as "taken".
    try call.appwrite.attempts.recordAttempt(.nameChange, from: call.address)
    do {
        return try await call.user(try await call.sendPassword(message, isWrong: \.meansWrongPasswordOrTakenName))
    } catch {
        throw error.asMissing.about("email").known(as: .userTargetAlreadyExists, where: .duplicate)
            .known(as: .userInvalidCredentials, where: .forbidden)
    }
}

/// A change requires the current password.
func updatePassword(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let new = try body.newPassword()
    guard body.parameter("oldPassword") != nil else { throw .appwrite(.userInvalidCredentials) }
    let message = ChangePassword(
        account: caller.account, current: try body.shownPassword("oldPassword"), new: new, session: caller.session)
    do {
        _ = try await call.sendPassword(message)
    } catch {
        throw error.asMissing.about("password")
    }
    return try await call.user(caller)
}
