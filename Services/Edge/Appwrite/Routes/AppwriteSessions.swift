import BaliseJSON
import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

/// Signs in. Replaces the session that the client still shows, because the app would take a refusal for a missing
/// account. Appwrite's sessions for MFA calls do not exist here, so an account with a second step gets the error of all
/// other calls of such a session: 401 `user_more_factors_required`.
func createEmailSession(_ call: AppwriteCall) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let email = try body.shownEmail()
    let message = SignIn(
        login: email, password: try body.shownPassword("password"), kind: .opaque, isRemembered: true,
        signInMethod: .appwrite)
    let (reply, attempt) = try await call.limited(.emailSession(email)) {
        () async throws(EdgeError) -> SignedIn in
        do throws(EdgeError) { return try await call.sendPassword(message) } catch {
            throw error.known(as: .userMoreFactorsRequired, where: .secondStepNeeded)
        }
    }
    call.appwrite.limiter.forget(attempt)
    let answer = try call.signedIn(reply)
    // The new session is valid even if the old session cannot be ended now. The old session then expires unused.
    if let old = try? await call.sessionCaller(servesStale: false) {
        _ = try? await call.send(EndSession(account: old.account, session: old.session))
    }
    return answer
}

/// Signs in anonymously. A signed-in user stays signed in, because apps use this call to test a server.
func createAnonymousSession(_ call: AppwriteCall) async throws(EdgeError) -> Answer {
    if try await isSignedIn(call) { throw .appwrite(.userSessionAlreadyExists) }
    let (reply, _) = try await call.limited(.anonymousSession) {
        () async throws(EdgeError) in try await call.send(SignInAnonymously(kind: .opaque))
    }
    return try call.signedIn(reply)
}

/// Whether the client is signed in. Throws if auth-session cannot answer, because a session would replace the cookie.
private func isSignedIn(_ call: AppwriteCall) async throws(EdgeError) -> Bool {
    do {
        _ = try await call.sessionCaller(servesStale: false)
        return true
    } catch {
        guard error.status == .unauthorized else { throw error }
        return false
    }
}

func listAccountSessions(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let sessions = try await call.send(ListSessions(account: caller.account))
    var json = JSONObject()
    json.set("total", sessions.count)
    json.set("sessions", sessions.map { JSONObject(appwriteSession: $0, isCurrent: $0.session == caller.session) })
    return Answer(json: json.bytes)
}

func getSession(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let id = try call.session(caller)
    let sessions = try await call.send(ListSessions(account: caller.account))
    guard let session = sessions.first(where: { $0.session == id }) else { throw .appwrite(.userSessionNotFound) }
    return Answer(json: JSONObject(appwriteSession: session, isCurrent: id == caller.session).bytes)
}

func updateSession(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let id = try call.session(caller)
    do {
        let session = try await call.send(ExtendSession(account: caller.account, session: id))
        return Answer(json: JSONObject(appwriteSession: session, isCurrent: id == caller.session).bytes)
    } catch {
        throw error.known(as: .userSessionNotFound, where: .notFound)
    }
}

func deleteSession(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let id = try call.session(caller)
    do {
        _ = try await call.send(EndSession(account: caller.account, session: id))
    } catch {
        throw error.known(as: .userSessionNotFound, where: .notFound)
    }
    return call.ended(signsOut: id == caller.session)
}

func deleteSessions(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(EndOtherSessions(account: caller.account, caller: caller.session))
    return call.ended(signsOut: true)
}

extension AppwriteCall {
    fileprivate func session(_ caller: Caller) throws(EdgeError) -> SessionID {
        guard let text = request.parameters.first, text != "current" else { return caller.session }
        guard let id = SessionID(text) else { throw .appwrite(.userSessionNotFound) }
        return id
    }

    func signedIn(_ reply: SignedIn) throws(EdgeError) -> Answer {
        guard let secret = reply.tokens.secret else { throw .internalFailure("a session came without a secret") }
        let session = ShownSession(account: reply.profile.account, secret: secret)
        var answer = Answer(.created, json: JSONObject(appwriteSession: reply.session, isCurrent: true).bytes)
        answer.fields = appwrite.cookies.fields(setting: session, until: reply.session.expiresAt, isSecure: isSecure)
        if appwrite.settings.fallbackCookies { answer.fields.append(appwrite.cookies.fallbackField(setting: session)) }
        return answer
    }

    /// - Parameter signsOut: Whether the client's own session has ended. Then the answer clears its cookies.
    func ended(signsOut: Bool) -> Answer {
        // No client expects a body with this type. One client expects it without a type, another with JSON.
        var answer = Answer(.noContent)
        answer.contentType = HTTPField(name: .contentType, value: "text/html; charset=utf-8")
        if signsOut { answer.fields = appwrite.cookies.fieldsClearing(isSecure: isSecure) }
        return answer
    }
}

/// Makes a token. Only a session can get a token: otherwise a token would last as long as the session.
func createJWT(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let caller = try await call.sessionCaller(servesStale: false)
    let message = IssueSessionToken(
        account: caller.account, session: caller.session, lifetime: try call.body().tokenLifetime())
    do {
        var json = JSONObject()
        json.set("jwt", try await call.send(message).token.value)
        return Answer(.created, json: json.bytes)
    } catch {
        throw error.code == .notFound ? EdgeError(.authenticationRequired, "") : error
    }
}

extension JSONValue {
    /// Returns the lifetime of the token in seconds; 900 by default.
    fileprivate func tokenLifetime() throws(EdgeError) -> Int64 {
        guard let value = parameter("duration") else { return 900 }
        guard value.kind == .number, let seconds = Int64(value.literal), (0...3600).contains(seconds) else {
            throw .parameter("duration", "Value must be a whole number from 0 to 3600.")
        }
        // A token with a lifetime of 0 seconds would expire before it arrived.
        return max(1, seconds)
    }
}
