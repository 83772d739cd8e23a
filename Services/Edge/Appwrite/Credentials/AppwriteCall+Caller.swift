import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

extension AppwriteCall {
    /// The signed-in user, from the token in `X-Appwrite-JWT`, or else from the session in the cookies, in
    /// `X-Appwrite-Session` or in `X-Fallback-Cookies`.
    ///
    /// Throws 401 without a valid credential, 403 for a token together with a cookie, and 429 and 503 as
    /// `Authenticator` does.
    func caller(servesStale: Bool) async throws(EdgeError) -> Caller {
        guard let token = shownToken else { return try await sessionCaller(servesStale: servesStale) }
        guard appwrite.cookies.session(in: request.headers) == nil else { throw .appwrite(.userJWTAndCookieSet) }
        do {
            return try await appwrite.authenticator.caller(
                of: request, servesStale: servesStale, accepting: .appwrite
            ) {
                () throws(EdgeError) in try Credential.shown(token)
            }
        } catch {
            throw error.known(as: .userJWTInvalid, where: .invalidToken, .tokenExpired, .accountGone, .forbidden)
        }
    }

    /// The user of the shown session, for calls that do not accept a token.
    func sessionCaller(servesStale: Bool) async throws(EdgeError) -> Caller {
        let shown = shownSession
        let caller = try await appwrite.authenticator.caller(
            of: request, servesStale: servesStale, accepting: .appwrite
        ) { () throws(EdgeError) in
            guard let shown else { return nil }
            return try Credential.shown(shown.secret)
        }
        guard caller.account == shown?.account else { throw .refused(.invalidToken) }
        return caller
    }

    private var shownToken: SecretText? {
        request.headers.appwriteJWT.flatMap { $0.isEmpty ? nil : SecretText($0) }
    }

    /// The session in the request, valid or not.
    var shownSession: ShownSession? {
        let headers = request.headers
        if let session = appwrite.cookies.session(in: headers) { return session }
        if let text = headers.appwriteSession, let session = ShownSession(text) { return session }
        return appwrite.settings.fallbackCookies ? appwrite.cookies.fallbackSession(in: headers) : nil
    }
}
