import Balise

final class CalledOperations: Sendable {
    private struct State {
        var seen: Set<OpenAPIDocument.Operation> = []
        var spoilsCredential = false
    }

    private let state = Mutex(State())

    var all: Set<OpenAPIDocument.Operation> { state.withLock { $0.seen } }

    func spoilNextCredential() { state.withLock { $0.spoilsCredential = true } }

    var transport: any BaliseTransport { WatchedTransport(calls: self) }

    private func note(_ call: BaliseHTTPRequest) -> BaliseHTTPRequest {
        state.withLock { state in
            state.seen.insert(OpenAPIDocument.Operation(method: call.method, path: call.url.path))
            var call = call
            if state.spoilsCredential, call.headers["Authorization"] != nil {
                call.headers["Authorization"] = "Bearer over"
                state.spoilsCredential = false
            }
            return call
        }
    }

    private struct WatchedTransport: BaliseStreamingTransport {
        let calls: CalledOperations
        let way = BaliseURLSessionTransport()

        func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
            try await way.send(calls.note(call))
        }

        func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream {
            try await way.stream(calls.note(call))
        }

        func download(
            _ call: BaliseHTTPRequest, to file: URL
        ) async throws(BaliseTransportError) -> BaliseHTTPResponse {
            try await way.download(calls.note(call), to: file)
        }
    }
}

/// Operations of the document that the SDK leaves out.
enum NotOfTheSDK {
    /// The reason why the SDK leaves an operation out; nil if it must call it.
    static func reason(for operation: OpenAPIDocument.Operation) -> String? {
        let (method, path) = (operation.method, operation.path)
        if path == "/account" || path.hasPrefix("/account/") { return "a page for people, or of its script" }
        if method == "HEAD" { return "says nothing that GET does not" }
        if path.hasPrefix("/v1/account") || path.hasPrefix("/v1/databases") { return "for Appwrite's own SDK" }
        if !path.hasPrefix("/v1/"), Endpoint.allCases.contains(where: { path.hasPrefix("/" + $0.rawValue) }) {
            return "the same call stands under /v1"
        }
        return reasons["\(method) \(path)"]
    }

    static let named = Set(reasons.keys)

    private static let reasons: [String: String] = {
        let groups: [(String, [String])] = [
            (
                "another app's form of a call that the SDK has",
                [
                    "POST /api/v1/auth/authenticate", "POST /api/v1/forgot-password-logs", "GET /api/v1/users/me",
                    "PUT /api/v1/users/profile", "POST /api/v1/users/register-device-token",
                    "GET /api/v1/users/me/devices", "DELETE /api/v1/users/me/devices/{id}",
                    "GET /api/v1/offers/active", "GET /api/v1/offers/professional/{id}/active",
                    "GET /api/v1/users/professionals", "GET /ecovelo/cyclists", "POST /ecovelo/cyclists",
                    "DELETE /ecovelo/cyclists", "POST /ecovelo/cyclists/confirm", "POST /ecovelo/devices",
                    "DELETE /ecovelo/devices/{token}", "GET /v1/GetLocationGeoJSON/{device}",
                ]
            ),
            (
                "called by providers and other servers",
                [
                    "POST /api/v1/auth/apple/notifications", "POST /oauth/introspect", "POST /oauth/backchannel-logout",
                    "GET /.well-known/jwks.json", "GET /.well-known/oauth-authorization-server",
                    "GET /.well-known/apple-app-site-association",
                ]
            ),
            (
                "of a page of another app, for which nothing is kept here",
                [
                    "GET /api/v1/users/favorites", "GET /api/v1/ratings/user/{id}",
                    "GET /api/v1/ratings/user/{id}/average",
                ]
            ),
            (
                "spoken by tracker apps",
                [
                    "POST /pub", "POST /trackers/owntracks", "POST /trackers/owntracks/{token}",
                    "POST /trackers/overland", "POST /trackers/overland/{token}", "GET /trackers/overland",
                    "GET /trackers/overland/{token}", "POST /trackers/osmand", "POST /trackers/osmand/{token}",
                    "GET /trackers/osmand", "GET /trackers/osmand/{token}",
                ]
            ),
            ("for Miataru's own apps; the SDK follows places by events", ["GET /v1/ws/location"]),
            ("for load balancers and for whoever watches from outside", ["GET /healthz"]),
            (
                "for browsers",
                [
                    "GET /oauth/providers/{provider}/begin", "GET /oauth/providers/{provider}/callback",
                    "POST /oauth/providers/{provider}/callback",
                    "GET /", "GET /robots.txt", "GET /favicon.ico", "GET /openapi.yaml", "GET /openapi-operators.yaml",
                    "GET /ecovelo-sdk.js", "GET /ecovelo/ecovelo-sdk.js", "GET /s/{token}", "POST /s/{token}",
                    "POST /s/{token}/view", "GET /s/{token}/events", "GET /s/{token}/tiles/{zoom}/{column}/{row}",
                ]
            ),
        ]
        return Dictionary(uniqueKeysWithValues: groups.flatMap { reason, names in names.map { ($0, reason) } })
    }()
}
