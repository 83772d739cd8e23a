import BaliseJSON
import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

extension AppwriteCall {
    func signedIn(_ reply: SignedIn) throws(EdgeError) -> Answer {
        guard let secret = reply.tokens.secret else {
            var error = EdgeError(.internalFailure, "")
            error.cause = "a session came without a secret"
            throw error
        }
        let session = ShownSession(account: reply.profile.account, secret: secret)
        var answer = Answer(.created, json: JSONObject(appwriteSession: reply.session, isCurrent: true).bytes)
        answer.fields = appwrite.cookies.fields(setting: session, until: reply.session.expiresAt, isSecure: isSecure)
        if appwrite.settings.fallbackCookies { answer.fields.append(appwrite.cookies.fallbackField(setting: session)) }
        return answer
    }

    /// The answer after a session has ended.
    ///
    /// - Parameter signsOut: Whether it was the client's own session. The answer then clears its cookies.
    func ended(signsOut: Bool) -> Answer {
        // One client reads a body in every answer without a type, another one in every JSON answer.
        var answer = Answer(.noContent)
        answer.contentType = HTTPField(name: .contentType, value: "text/html; charset=utf-8")
        if signsOut { answer.fields = appwrite.cookies.fieldsClearing(isSecure: isSecure) }
        return answer
    }

    /// Ends a session of a user, on this edge at once.
    func end(_ session: SessionID, of account: AccountID) async throws(EdgeError) {
        _ = try await send(EndSession(account: account, session: session))
        // The feed announces the same a moment later.
        appwrite.authenticator.forget(session: session)
    }
}
