@testable import Edge

@Suite("Scopes of the operations port", .timeLimit(.minutes(10))) struct OperatorScopeTests {
    /// The lowest sufficient scope of a call.
    enum Needed: String, Sendable {
        case view, assist, operate
        /// A key needs one of these scopes.
        var scopes: [APIKeyScope] {
            switch self {
            case .view: [.view, .assist, .operate]
            case .assist: [.assist, .operate]
            case .operate: [.operate]
            }
        }
    }

    private static let calls: [(String, Needed)] = [
        ("GET /livez", .view), ("GET /readyz", .view), ("GET /metrics", .view), ("GET /api-keys", .view),
        ("POST /api-keys", .operate), ("DELETE /api-keys/{id}", .operate),
        ("PUT /api-keys/{id}/webhook", .operate), ("GET /api-keys/{id}/webhook", .view),
        ("PATCH /api-keys/{id}/webhook", .operate), ("POST /api-keys/{id}/webhook/test", .operate),
        ("DELETE /api-keys/{id}/webhook", .operate), ("GET /accounts", .view),
        ("POST /api-keys/{id}/webhook/retry", .operate), ("GET /push-health", .view),
        ("POST /accounts/{account}/push-devices/{id}/test", .assist), ("GET /notifications", .view),
        ("POST /notifications", .operate), ("POST /notifications/audience", .operate),
        ("GET /notifications/{id}", .view), ("PUT /notifications/{id}", .operate),
        ("DELETE /notifications/{id}", .operate), ("GET /series", .view), ("PUT /series/{name}", .operate),
        ("DELETE /series/{publisher}/{name}", .operate),
        ("POST /accounts", .operate), ("PATCH /accounts/{account}", .operate),
        ("GET /accounts/{account}", .view), ("DELETE /accounts/{account}", .operate),
        ("GET /erasures/{id}", .view), ("POST /accounts/{account}/export", .operate),
        ("DELETE /accounts/{account}/second-step", .operate),
        ("POST /accounts/{account}/password-reset", .assist), ("GET /accounts/{account}/sessions", .view),
        ("DELETE /accounts/{account}/sessions", .assist), ("GET /accounts/{account}/devices", .view),
        ("GET /accounts/{account}/sharing", .assist), ("DELETE /accounts/{account}/sharing/{kind}", .operate),
        ("POST /accounts/{account}/disable", .assist), ("POST /accounts/{account}/enable", .assist),
        ("POST /accounts/{account}/tags", .operate),
        ("GET /push-devices", .view), ("GET /installations", .view),
        ("GET /installations/people", .assist), ("GET /audit", .view),
        ("GET /audit/verification", .view),
        ("POST /account-imports", .operate), ("POST /account-imports/users", .operate),
        ("POST /account-imports/end", .operate), ("GET /checks", .view),
        ("GET /security-events", .view), ("GET /warnings", .view), ("GET /history", .view), ("GET /backups", .view),
        ("GET /map/stream", .operate), ("GET /map/owners", .operate), ("POST /map/history", .operate),
        ("POST /backups", .operate), ("POST /backups/{name}/verification", .operate),
        ("GET /accounts/{account}/preferences", .assist), ("GET /accounts/{account}/inbox", .assist),
        ("GET /notifications/{id}/recipients/{account}", .assist), ("POST /devices/reset-key", .operate),
        ("POST /devices/remove-key", .operate), ("POST /place-imports", .operate),
        ("POST /place-imports/devices", .operate), ("POST /place-imports/end", .operate),
        ("POST /signing-keys/rotate", .operate),
        ("GET /missing-accounts", .view), ("POST /missing-accounts/erase", .operate),
        ("POST /missing-accounts/keep", .operate), ("DELETE /accounts/{account}/sessions/{session}", .assist),
        ("POST /announcements", .operate), ("POST /announcements/audience", .operate), ("GET /settings", .operate),
        ("POST /console-links", .view), ("GET /console-sessions", .view), ("DELETE /console-sessions/{id}", .operate),
        ("GET /console-passkeys", .view), ("DELETE /console-passkeys/{id}", .operate), ("GET /signing-keys", .view),
    ]

    @Test("The table has a row for each call")
    func complete() {
        let routed = OperationsRoutes.all.map { "\($0.method.rawValue) \($0.path)" }
        #expect(routed.sorted() == Self.calls.map(\.0).sorted())
    }

    @Test("A key can make the calls of its scope and no other", arguments: APIKeyScope.allCases)
    func scopes(_ scope: APIKeyScope) async throws {
        let services = ScriptedServices()
        try await withOperations(services) { edge in
            let edge = edge.unknown
            for (call, needed) in Self.calls {
                let answer = try await ask(call, edge, [("X-API-Key", "bk_\(scope.rawValue)")])
                let isLetIn = needed.scopes.contains(scope)
                #expect((answer.status != 403) == isLetIn, "\(call) with \(scope): \(answer.status)")
                if !isLetIn { #expect(answer.body.contains("the scope \(needed.rawValue)"), "\(answer.body)") }
            }
        }
        #expect(scope == .operate || services.received(EraseAccount.self).isEmpty)
    }

    private func ask(_ call: String, _ edge: RunningEdge, _ headers: [(String, String)]) async throws -> TestResponse {
        let words = call.split(separator: " ").map(String.init)
        let path = words[1].replacing("{account}", with: "0a").replacing("{id}", with: "0a")
            .replacing("{session}", with: "0a").replacing("{name}", with: "0a")
            .replacing("{publisher}", with: "0a").replacing("{kind}", with: "trackers")
        return try await edge.request(words[0], path, headers: headers)
    }
}
