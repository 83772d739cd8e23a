public import Foundation
import Models

extension WebClient {
    /// Posts a form (application/x-www-form-urlencoded).
    public func post(
        _ form: [(name: String, value: String)], to url: URL, headers: [(name: String, value: String)] = []
    ) async throws(Failure) -> Answer {
        let fields = form.map { "\(WebClient.formEncoded($0.name))=\(WebClient.formEncoded($0.value))" }
        return try await post(
            Array(fields.joined(separator: "&").utf8), as: "application/x-www-form-urlencoded", to: url,
            headers: headers)
    }

    /// The encoding of forms and queries.
    public static func formEncoded(_ text: String) -> String {
        text.utf8.map { byte in
            byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte)
                ? String(UnicodeScalar(byte)) : "%" + opaqueIDText([byte]).uppercased()
        }.joined()
    }
}
