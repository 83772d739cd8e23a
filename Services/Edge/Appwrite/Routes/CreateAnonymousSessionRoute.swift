// POST account/sessions/anonymous: an app signs in nobody in particular.

import HTTPTypes
import Models

/// Whoever is signed in stays so: an app that tries whether the server answers must not sign its person out.
func createAnonymousSession(_ call: AppwriteCall) async throws(EdgeError) -> Answer {
    if try await isSignedIn(call) { throw .appwrite(.userSessionAlreadyExists) }
    let (reply, _) = try await call.limited(.anonymousSession) {
        () async throws(EdgeError) in try await call.send(SignInAnonymously(kind: .opaque))
    }
    return try call.signedIn(reply)
}

/// Whether the session that is shown counts. That it cannot be asked at this moment does not say that it does not: the
/// answer would replace the person's cookie.
private func isSignedIn(_ call: AppwriteCall) async throws(EdgeError) -> Bool {
    do {
        _ = try await call.sessionCaller(servesStale: false)
        return true
    } catch {
        guard error.status == .unauthorized else { throw error }
        return false
    }
}
