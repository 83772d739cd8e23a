import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models

func createAccount(_ call: AppwriteCall) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let id = try AccountID.wished(in: body)
    let name = try body.parameter("name")?.text("name", 0...128)
    let message = CreateAccount(
        signInMethod: .appwrite, names: AccountNames(email: try body.neededEmail()), password: try body.newPassword(),
        details: ProfileDetails(displayName: name.flatMap { $0.isEmpty ? nil : Personal($0) }), id: id)
    let (reply, _) = try await call.limited(.account) { () async throws(EdgeError) in
        try await call.checkNoAccountsAreMissing()
        do throws(EdgeError) {
            return try await call.send(message)
        } catch {
            throw error.about(parameter(of: error))
        }
    }
    return Answer(.created, json: JSONObject(appwriteUser: reply.profile, prefs: "{}").bytes)
}

/// Returns the parameter of an error by the identity service, which checks the password, the form of the address, and
/// whether id and address fit.
private func parameter(of error: EdgeError) -> StaticString {
    if error.message.contains("password") { return "password" }
    return error.message.contains("e-mail") ? "email" : "userId"
}

func getAccount(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.user(caller)
}

extension AppwriteCall {
    func user(_ caller: Caller) async throws(EdgeError) -> Answer {
        do throws(EdgeError) {
            let profile = try await send(GetProfile(account: caller.account))
            // The authentication cache may accept a closed account for a moment, but the identity service knows.
            guard profile.status == .active else { throw EdgeError(.accountGone, "") }
            return try await user(profile)
        } catch {
            throw error.asMissing
        }
    }

    func user(_ profile: AccountProfile) async throws(EdgeError) -> Answer {
        Answer(json: JSONObject(appwriteUser: profile, prefs: try await prefs(of: profile.account)).bytes)
    }

    func prefs(of account: AccountID) async throws(EdgeError) -> String {
        do {
            return try await send(ReadDocument(account: account, name: .preferences)).json.value
        } catch {
            guard error.code == .notFound else { throw error }
            return "{}"
        }
    }
}

extension EdgeError {
    var asMissing: EdgeError { code == .notFound && kind == nil ? .accountMissing : self }
}

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
    // Requests for free addresses count, too, because "free" reveals as much as "taken".
    try call.appwrite.parts.attempts.recordAttempt(.nameChange, from: call.request.address)
    do {
        return try await call.user(try await call.sendPassword(message, isWrong: \.meansWrongPasswordOrTakenName))
    } catch {
        throw error.asMissing.about("email").known(as: .userTargetAlreadyExists, where: .duplicate)
            .known(as: .userInvalidCredentials, where: .forbidden)
    }
}

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

/// Erases the account, because a closed account could not be opened again. If users may cancel an erasure, it happens
/// at the end of that time. It requires a recent session, which is the only proof of an anonymous user.
func updateStatus(_ call: AppwriteCall, _: Caller) async throws(EdgeError) -> Answer {
    let caller = try await call.sessionCaller(servesStale: false)
    if caller.principal.signInMethod != .anonymous {
        guard RecentSignIn.isShown(by: caller.principal, at: call.appwrite.parts.clock.now()) else {
            throw .appwrite(.unauthorizedScope, "Create a new session, and close the account within 5 minutes.")
        }
    }
    let answer: Answer
    do {
        var profile = try await call.send(GetProfile(account: caller.account))
        profile.status = .disabled
        answer = try await call.user(profile)
        _ = try await call.send(EraseOwnAccount(account: caller.account, session: caller.session, shown: caller.shown))
    } catch {
        throw error.asMissing
    }
    return answer.with(call.appwrite.cookies.fieldsClearing(isSecure: call.isSecure))
}

func getPrefs(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    Answer(json: Array(try await call.prefs(of: caller.account).utf8))
}

/// Replaces all old preferences by the new preferences.
func updatePrefs(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let prefs = try call.body().neededObject("prefs")
    let message = WriteDocument(
        account: caller.account, name: .preferences, mode: .replace, json: Personal(prefs.literal))
    do {
        _ = try await call.send(message)
    } catch {
        throw error.asMissing
    }
    return try await call.user(caller)
}
