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
            ?? (code == nil ? body?.member("error")?.string : nil)
        self.init(
            status: answer.status, code: code ?? BaliseError.Code(status: answer.status),
            message: String((text ?? "").prefix(Self.longestMessage)), title: body?.member("title")?.string,
            requestID: answer.headers["x-request-id"], retryAfter: Self.seconds(answer.headers["retry-after"]))
    }

    /// The seconds of a `Retry-After` (RFC 9110, section 10.2.3). The form with a date, which this server never writes, is
    /// no more than unknown.
    private static func seconds(_ text: String?) -> Int? {
        guard let text, let seconds = Int(text.trimmingCharacters(in: .whitespaces)), seconds >= 0 else { return nil }
        return seconds
    }
}
