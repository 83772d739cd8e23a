// POST account/sessions/anonymous: an app signs in nobody in particular.

import Models

/// Whoever is signed in stays so: an app that tries whether the server answers must not sign its person out.
func createAnonymousSession(_ call: AppwriteCall) async throws(EdgeError) -> Answer {
    if (try? await call.sessionCaller(servesStale: false)) != nil { throw .appwrite(.userSessionAlreadyExists) }
    let (reply, _) = try await call.limited(.anonymousSession) {
        () async throws(EdgeError) in try await call.send(SignInAnonymously(kind: .opaque))
    }
    return try call.signedIn(reply)
}
