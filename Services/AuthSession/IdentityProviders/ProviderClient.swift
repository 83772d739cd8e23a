import Foundation
import Models
import ServiceRuntime

final class ProviderClient: Sendable {
    /// The limit for an answer, including its body.
    static let timeout = Duration.seconds(5)
    /// The largest body in bytes.
    static let largest = 512 << 10

    typealias Answer = WebClient.Answer
    typealias Failure = WebClient.Failure

    private let web: WebClient
    private static let acceptance = [(name: "Accept", value: "application/json")]

    init(timeout: Duration = ProviderClient.timeout) {
        web = WebClient(timeout: timeout, largestBody: ProviderClient.largest)
    }

    func close() async { await web.close() }

    /// Gets a document, perhaps with an access token (RFC 6750, section 2.1).
    func get(_ url: URL, bearing token: SecretText? = nil) async throws(Failure) -> Answer {
        try await web.get(url, headers: ProviderClient.acceptance + ProviderClient.authorization(token))
    }

    /// Posts a URL-encoded form. `credentials` are for HTTP Basic (RFC 6749, section 2.3.1), `token` for access.
    func post(
        _ form: [(name: String, value: String)], to url: URL, as credentials: (user: String, password: String)? = nil,
        bearing token: SecretText? = nil
    ) async throws(Failure) -> Answer {
        let authorization =
            ProviderClient.authorization(token) + (credentials.map { [ProviderClient.authorization($0)] } ?? [])
        return try await web.post(form, to: url, headers: ProviderClient.acceptance + authorization)
    }

    private static func authorization(_ token: SecretText?) -> [(name: String, value: String)] {
        token.map { [(name: "Authorization", value: "Bearer \($0.value)")] } ?? []
    }

    private static func authorization(
        _ credentials: (user: String, password: String)
    ) -> (name: String, value: String) {
        let pair = "\(PercentEncoding.encode(credentials.user)):\(PercentEncoding.encode(credentials.password))"
        return (name: "Authorization", value: "Basic \(Data(pair.utf8).base64EncodedString())")
    }
}

extension ProviderClient.Answer {
    /// The caching rules of the answer (RFC 9111, section 5.2); nil if the answer has none.
    var cacheControl: String? { header("Cache-Control") }
}
