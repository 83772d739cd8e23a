import HTTPTypes
import Models

/// A signed-in user stays signed in: an app that only tests the server must not sign its user out.
func createAnonymousSession(_ call: AppwriteCall) async throws(EdgeError) -> Answer {
    if try await isSignedIn(call) { throw .appwrite(.userSessionAlreadyExists) }
    let (reply, _) = try await call.limited(.anonymousSession) {
        () async throws(EdgeError) in try await call.send(SignInAnonymously(kind: .opaque))
    }
    return try call.signedIn(reply)
}

/// Whether the shown session is valid. It throws if auth-session cannot answer, because a new session would replace the
/// user's cookie.
private func isSignedIn(_ call: AppwriteCall) async throws(EdgeError) -> Bool {
    do {
        _ = try await call.sessionCaller(servesStale: false)
        return true
    } catch {
        guard error.status == .unauthorized else { throw error }
        return false
    }
}
