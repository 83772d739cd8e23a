import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

extension AppwriteCall {
    /// The user of the token in `X-Appwrite-JWT`, or else of the session in the cookies, `X-Appwrite-Session` or
    /// `X-Fallback-Cookies`. Throws 401, 403 for a token together with a cookie, and 429 and 503 as `Authenticator` does.
    func caller(servesStale: Bool) async throws(EdgeError) -> Caller {
        guard let token = shownToken else { return try await sessionCaller(servesStale: servesStale) }
        guard appwrite.cookies.session(in: request.headers) == nil else { throw .appwrite(.userJWTAndCookieSet) }
        do {
            return try await appwrite.parts.authenticator.caller(
                of: request, servesStale: servesStale, accepting: .appwrite
            ) {
                () throws(EdgeError) in try Credential.shown(token)
            }
        } catch {
            throw error.known(as: .userJWTInvalid, where: .invalidToken, .tokenExpired, .accountGone, .forbidden)
        }
    }

    /// Used by calls that do not accept a token.
    func sessionCaller(servesStale: Bool) async throws(EdgeError) -> Caller {
        let shown = shownSession
        let caller = try await appwrite.parts.authenticator.caller(
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

    var shownSession: ShownSession? {
        let headers = request.headers
        if let session = appwrite.cookies.session(in: headers) { return session }
        if let text = headers.appwriteSession, let session = ShownSession(text) { return session }
        return appwrite.settings.fallbackCookies ? appwrite.cookies.fallbackSession(in: headers) : nil
    }
}
