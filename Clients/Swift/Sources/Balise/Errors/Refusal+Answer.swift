import BaliseAPI
import BaliseJSON
import Foundation

extension BaliseError.Refusal {
    /// The longest message in characters. A proxy may answer with a whole page.
    private static let maximumMessageLength = 500

    /// Reads a refusal in the form of any of the APIs: `{code, message, …}`, `{error: text}`, the `{error,
    /// error_description}` of RFC 6749, or the `{title, detail}` of RFC 9457. A body in no such form is accepted, too.
    init(_ answer: BaliseHTTPResponse) {
        let body = try? JSONDocument(Array(answer.body)).root
        let code = body?.member("code")?.string.map(BaliseError.Code.init(rawValue:))
        // In an answer with a code, `error` repeats the code and is no text.
        let text =
            body?.member("message")?.string ?? body?.member("error_description")?.string
            ?? body?.member("detail")?.string ?? (code == nil ? body?.member("error")?.string : nil)
            ?? Self.redirection(answer)
        self.init(
            status: answer.status, code: code ?? BaliseError.Code(status: answer.status),
            message: String((text ?? "").prefix(Self.maximumMessageLength)), title: body?.member("title")?.string,
            requestID: answer.headers["x-request-id"] ?? body?.member("requestId")?.string,
            retryAfter: Self.wait(answer.headers), ticket: body?.member("ticket")?.string.map { SecretText($0) },
            wrongMembers: Self.wrongMembers(body))
    }

    /// Reads an array in the form of RFC 9457, or the app API's object of wrong fields, such as `errors.email`.
    private static func wrongMembers(_ body: JSONValue?) -> [WrongMember] {
        if let elements = body?.member("errors")?.elements { return elements.compactMap { try? WrongMember($0) } }
        guard let members = body?.members else { return [] }
        let prefix = BaliseErrorResponse.wrongMemberPrefix
        var found: [WrongMember] = []
        for (name, value) in members where name.hasPrefix(prefix) {
            guard let text = value.string else { continue }
            found.append(WrongMember(String(name.dropFirst(prefix.count)), text))
        }
        return found
    }

    /// Returns advice for a redirect, which no call follows (RFC 9110, section 15.4); nil for any other answer. It
    /// names only the server, because the rest of the address may be private.
    private static func redirection(_ answer: BaliseHTTPResponse) -> String? {
        guard (300..<400).contains(answer.status), let location = answer.headers["location"].flatMap(URL.init(string:)),
            let scheme = location.scheme, let host = location.host
        else { return nil }
        let port = location.port.map { ":\($0)" } ?? ""
        return "The address leads on to \(scheme)://\(host)\(port). If that is the server, call it by this address."
    }

    /// Returns the seconds of a `Retry-After` (RFC 9110, section 10.2.3). A proxy may send a date: it is compared with
    /// the `Date` of the answer, because a phone's clock may be wrong.
    private static func wait(_ headers: [String: String]) -> Int? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Int(text) { return seconds >= 0 ? seconds : nil }
        guard let end = moment(text), let start = headers["date"].flatMap(moment) else { return nil }
        return Int(max(0, end - start) / 1000)
    }

    /// Returns the milliseconds since 1970 of an HTTP date, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    private static func moment(_ text: String) -> Int64? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else {
            return nil
        }
        let digits = (month < 9 ? "0" : "") + String(month + 1)
        return RFC3339.milliseconds(of: "\(words[3])-\(digits)-\(words[1])T\(words[4])Z")
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
