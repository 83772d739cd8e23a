// Reading what the server says in place of a result.

import Foundation
import HTTPInterface

extension BaliseError.Refusal {
    /// The longest message that is taken from an answer, in characters: a proxy on the way may answer with a whole page.
    private static let longestMessage = 500

    /// The refusal in an answer, in the form of any family of the API: `{code, message, …}`, `{error: text}`, the
    /// `{error, error_description}` of RFC 6749, or none at all.
    init(_ answer: HTTPAnswer) {
        let body = try? JSONDocument(Array(answer.body)).root
        let code = body?.member("code")?.string.map(BaliseError.Code.init(rawValue:))
        // Where there is a code, `error` repeats it.
        let text =
            body?.member("message")?.string ?? body?.member("error_description")?.string
            ?? (code == nil ? body?.member("error")?.string : nil) ?? Self.redirection(answer)
        self.init(
            status: answer.status, code: code ?? BaliseError.Code(status: answer.status),
            message: String((text ?? "").prefix(Self.longestMessage)), title: body?.member("title")?.string,
            requestID: answer.headers["x-request-id"], retryAfter: Self.seconds(answer.headers["retry-after"]))
    }

    /// What to do about a redirect, which no call follows (RFC 9110, section 15.4); nil for another answer. The server alone is
    /// told, for the rest may be somebody's.
    private static func redirection(_ answer: HTTPAnswer) -> String? {
        guard (300..<400).contains(answer.status), let location = answer.headers["location"].flatMap(URL.init(string:)),
            let scheme = location.scheme, let host = location.host
        else { return nil }
        let port = location.port.map { ":\($0)" } ?? ""
        return "The address leads on to \(scheme)://\(host)\(port). If that is the server, call it by this address."
    }

    /// The seconds of a `Retry-After` (RFC 9110, section 10.2.3). The form with a date, which this server never writes, is
    /// no more than unknown.
    private static func seconds(_ text: String?) -> Int? {
        guard let text, let seconds = Int(text.trimmingCharacters(in: .whitespaces)), seconds >= 0 else { return nil }
        return seconds
    }
}
