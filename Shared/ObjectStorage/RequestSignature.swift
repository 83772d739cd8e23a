import BaliseJSON
import BaliseValues
import Crypto
import Foundation
import Models

/// Signs requests (AWS Signature Version 4, in the header `Authorization`).
struct RequestSigner: Sendable {
    /// The word that replaces the hash if the body is not signed. TLS then protects the body.
    static let unsignedPayload = "UNSIGNED-PAYLOAD"

    let region: String
    let keyID: String
    let secret: SecretText

    static func hash(_ bytes: [UInt8]) -> String { opaqueIDText(SHA256.hash(data: bytes)) }

    /// Returns a time in the form `20130524T000000Z`.
    static func dateText(_ time: UnixTime) -> String {
        RFC3339.text(of: time.date).filter { $0 != "-" && $0 != ":" }
    }

    /// The query as it is signed and sent.
    static func queryText(_ query: [(name: String, value: String)]) -> String {
        let encoded = query.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
        return encoded.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
    }

    /// Returns the value of `Authorization`.
    /// - Parameters:
    ///   - path: The percent-encoded path.
    ///   - headers: All signed headers, with names in lower case, among them `host` and `x-amz-date`.
    ///   - payload: The hash of the body, or `unsignedPayload`.
    func authorization(
        _ method: String, path: String, query: [(name: String, value: String)],
        headers: [(name: String, value: String)], payload: String, at time: UnixTime
    ) -> String {
        let sorted = headers.sorted { $0.name < $1.name }
        let names = sorted.map(\.name).joined(separator: ";")
        let lines = sorted.map { "\($0.name):\($0.value)\n" }.joined()
        let request = [method, path, Self.queryText(query), lines, names, payload].joined(separator: "\n")
        let date = Self.dateText(time)
        let day = String(date.prefix(8))
        let scope = "\(day)/\(region)/s3/aws4_request"
        let text = ["AWS4-HMAC-SHA256", date, scope, Self.hash(Array(request.utf8))].joined(separator: "\n")
        let start = Array("AWS4\(secret.value)".utf8)
        let key = [day, region, "s3", "aws4_request"].reduce(start) { Self.authenticate($1, $0) }
        let signature = opaqueIDText(Self.authenticate(text, key))
        return "AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
    }

    private static func authenticate(_ text: String, _ key: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: SymmetricKey(data: key)))
    }
}
