import BaliseJSON
import Models

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

/// Renews the idle time of the session.
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
        try await call.end(id, of: caller.account)
    } catch {
        throw error.known(as: .userSessionNotFound, where: .notFound)
    }
    return call.ended(signsOut: id == caller.session)
}

func deleteSessions(_ call: AppwriteCall, _ caller: Caller) async throws(EdgeError) -> Answer {
    _ = try await call.send(EndOtherSessions(account: caller.account))
    call.appwrite.authenticator.forget(session: caller.session)
    return call.ended(signsOut: true)
}

extension AppwriteCall {
    fileprivate func session(_ caller: Caller) throws(EdgeError) -> SessionID {
        guard let text = request.parameters.first, text != "current" else { return caller.session }
        guard let id = SessionID(text) else { throw .appwrite(.userSessionNotFound) }
        return id
    }
}
