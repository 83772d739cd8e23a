import BaliseJSON
import HTTPTypes
import Models
import ServiceRuntime
import ServiceSettings

/// One of Appwrite's SDKs keeps the raw `Set-Cookie` texts of the last answer that had any, and sends each of them whole in
/// a `Cookie` field of its own. So no other cookie is ever set, and attributes in a request are ignored.
struct SessionCookies: Sendable {
    private let name: String
    private let legacyName: String
    private let sameSite: String

    init(project: String, sameSite: AppwriteSettings.SameSite) {
        name = "a_session_\(project)"
        legacyName = "\(name)_legacy"
        self.sameSite = sameSite.rawValue.prefix(1).uppercased() + sameSite.rawValue.dropFirst()
    }

    // MARK: Reading

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

    /// Skips an empty value, because a cleared cookie comes back empty.
    private func value(of name: String, in cookies: String) -> String? {
        for pair in cookies.split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, trimmed(parts[0]) == name else { continue }
            let value = trimmed(parts[1])
            if !value.isEmpty { return String(value) }
        }
        return nil
    }

    private func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" || $0 == "\"" }
        while let last = text.last, last == " " || last == "\t" || last == "\"" { text = text.dropLast() }
        return text
    }

    // MARK: Writing

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
