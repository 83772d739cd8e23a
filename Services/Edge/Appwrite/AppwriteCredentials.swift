import BaliseJSON
import Foundation
import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

extension AppwriteCall {
    /// Returns the user of the token in `X-Appwrite-JWT`, or else of the session in the cookies, `X-Appwrite-Session`
    /// or `X-Fallback-Cookies`. Throws 401, 403 for token and cookie, and 429 and 503 like `Authenticator`.
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

    /// Like `caller`, for calls that do not accept a token.
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

    private var shownToken: SecretText? { request.headers.appwriteJWT.flatMap { $0.isEmpty ? nil : SecretText($0) } }

    var shownSession: ShownSession? {
        let headers = request.headers
        if let session = appwrite.cookies.session(in: headers) { return session }
        if let text = headers.appwriteSession, let session = ShownSession(text) { return session }
        return appwrite.settings.fallbackCookies ? appwrite.cookies.fallbackSession(in: headers) : nil
    }
}

/// One of Appwrite's SDKs keeps the raw `Set-Cookie` texts of the last answer that had such texts, and sends each whole
/// text in a `Cookie` field of its own. So Balise sets no other cookie, and ignores attributes in a request.
struct SessionCookies: Sendable {
    private let name: String
    private let legacyName: String
    private let sameSite: String

    init(project: String, sameSite: AppwriteSettings.SameSite) {
        name = "a_session_\(project)"
        legacyName = "\(name)_legacy"
        self.sameSite = sameSite.rawValue.prefix(1).uppercased() + sameSite.rawValue.dropFirst()
    }

    func session(in headers: RequestHeaders) -> ShownSession? {
        guard let cookies = headers.cookie else { return nil }
        return session { value(of: $0, in: cookies) }
    }

    func fallbackSession(in headers: RequestHeaders) -> ShownSession? {
        guard let text = headers.fallbackCookies, let object = try? JSONDocument(Array(text.utf8)).root else {
            return nil
        }
        return session { name in object.members?.first { $0.name == name }?.value.string }
    }

    private func session(_ value: (String) -> String?) -> ShownSession? {
        value(name).flatMap { ShownSession($0) } ?? value(legacyName).flatMap { ShownSession($0) }
    }

    /// Returns the value of a cookie. An empty value is skipped, because a cleared cookie comes back empty.
    private func value(of name: String, in cookies: String) -> String? {
        for pair in cookies.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, trimmed(parts[0]) == name else { continue }
            let value = trimmed(parts[1])
            if !value.isEmpty { return String(value) }
        }
        return nil
    }

    private func trimmed(_ text: Substring) -> Substring { text.trimming { $0 == " " || $0 == "\t" || $0 == "\"" } }

    func fields(setting session: ShownSession, until end: UnixTime, isSecure: Bool) -> [HTTPField] {
        fields(session.percentEncoded.value, until: end.rawValue / 1000, isSecure)
    }

    func fieldsClearing(isSecure: Bool) -> [HTTPField] { fields("", until: 0, isSecure) }

    func fallbackField(setting session: ShownSession) -> HTTPField {
        var json = JSONObject()
        json.set(name, session.encoded.value)
        return HTTPField(name: .fallbackCookies, value: String(decoding: json.bytes, as: UTF8.self))
    }

    private func fields(_ value: String, until second: Int64, _ isSecure: Bool) -> [HTTPField] {
        let expires = DateField.make(second: second).value
        let attributes = "; Expires=\(expires); Path=/; HttpOnly\(isSecure ? "; Secure" : ""); SameSite=\(sameSite)"
        return [legacyName, name].map { HTTPField(name: .setCookie, value: "\($0)=\(value)\(attributes)") }
    }
}

/// A user's id and a session's secret: base64 (RFC 4648, section 4) of JSON with the members `id` and `secret`.
struct ShownSession: Sendable {
    let account: AccountID
    let secret: SecretText

    init(account: AccountID, secret: SecretText) {
        self.account = account
        self.secret = secret
    }

    /// Reads the text of a cookie or header, percent-encoded or not.
    init?(_ text: String) {
        guard let encoded = String(percentEncoded: text.utf8), let json = Data(base64Encoded: encoded),
            let object = try? JSONDocument(Array(json)).root, let id = object.member("id")?.string,
            let account = AccountID(id), let secret = object.member("secret")?.string, !secret.isEmpty
        else { return nil }
        self.init(account: account, secret: SecretText(secret))
    }

    var encoded: SecretText {
        var json = JSONObject()
        json.set("id", account.text)
        json.set("secret", secret.value)
        return SecretText(Data(json.bytes).base64EncodedString())
    }

    /// The text for cookies and URLs: only `+`, `/` and `=` of base64 need an escape.
    var percentEncoded: SecretText {
        SecretText(encoded.value.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D"))
    }
}
