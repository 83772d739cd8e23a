import BaliseValues
public import Foundation

extension WebClient {
    /// Posts a form (application/x-www-form-urlencoded).
    public func post(
        _ form: [(name: String, value: String)], to url: URL, headers: [(name: String, value: String)] = []
    ) async throws(Failure) -> Answer {
        try await post(
            Array(PercentEncoding.encode(form.map { ($0.name, $0.value) }).utf8),
            as: "application/x-www-form-urlencoded", to: url,
            headers: headers)
    }

    /// The encoding of forms and queries.
    public static func formEncoded(_ text: String) -> String { PercentEncoding.encode(text) }
}
