@testable import Edge

struct OAuthCase: Sendable, CustomTestStringConvertible {
    let path: String
    let parameters: [(name: String, value: String)]
    let headers: [(String, String)]

    var testDescription: String { path }

    private init(_ path: String, _ parameters: KeyValuePairs<String, String>, headers: [(String, String)] = []) {
        self.path = path
        self.parameters = parameters.map { ($0.key, $0.value) }
        self.headers = headers
    }

    static let exchange = OAuthCase(
        "/oauth/token",
        [
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": "of-one",
            "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
        ])
    static let introspect = OAuthCase("/oauth/introspect", ["token": "exchanged"], headers: [("X-API-Key", "bk_asks")])
    static let revoke = OAuthCase("/oauth/revoke", ["token": "exchanged"])
    static let logout = OAuthCase("/oauth/backchannel-logout", ["logout_token": "logout"])

    static let all = [exchange, introspect, revoke, logout]

    func ask(
        _ edge: RunningEdge, _ changes: [String: String?] = [:], more: String = "", headers: [(String, String)]? = nil
    ) async throws -> TestResponse {
        var pairs = parameters.compactMap { name, value -> String? in
            guard let changed = changes[name] else { return "\(name)=\(encoded(value))" }
            return changed.map { "\(name)=\(encoded($0))" }
        }
        for (name, value) in changes where !parameters.contains(where: { $0.name == name }) {
            if let value { pairs.append("\(name)=\(encoded(value))") }
        }
        return try await edge.request(
            "POST", path,
            headers: [("Content-Type", "application/x-www-form-urlencoded")] + (headers ?? self.headers),
            body: pairs.joined(separator: "&") + more)
    }

    private func encoded(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing(":", with: "%3A").replacing("+", with: "%2B")
            .replacing("&", with: "%26").replacing(" ", with: "+")
    }
}

extension OAuthAPI {
    static func overScripted(_ services: ScriptedServices, _ settings: Settings = Settings()) -> OAuthAPI {
        OAuthAPI(OAuthContext(.overScripted(services), settings: settings))
    }
}
