import BaliseAPI
import Models

func signOut(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await end(caller.session, call, caller)
    return .done("You are signed out.")
}

func endSession(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let id = call.request.parameters.first, let session = SessionID(id) else { throw EdgeError(.notFound, "") }
    try await end(session, call, caller)
    return .done("The session has ended.")
}

private func end(_ session: SessionID, _ call: APICall, _ caller: Caller) async throws(EdgeError) {
    _ = try await call.send(EndSession(account: caller.account, session: session))
    // The feed announces the same a moment later.
    call.authenticator.forget(session: session)
}
