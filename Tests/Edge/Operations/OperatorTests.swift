import OperatorAPI

@testable import Edge

@Suite("An operator", .timeLimit(.minutes(10))) struct OperatorTests {
    private let account = AccountID("0a0a0a0a0a0a0a0a0a0a0a0a")!
    private let noon = UnixTime(milliseconds: 1_769_860_800_000)

    private func key(_ scopes: [APIKeyScope]) -> APIKeySummary {
        APIKeySummary(id: APIKeyID("k1")!, name: "the \"shop\"", scopes: scopes, createdAt: noon)
    }

    @Test("An operator creates an API key and sees its secret")
    func createKey() async throws {
        let services = ScriptedServices().answering(CreateAPIKey.self) { [key] in
            CreateAPIKey.Reply(key: key($0.scopes), secret: SecretText("bk_secret"))
        }
        let body =
            #"{"name":"the \"shop\"","scopes":["publish","operate","publish"],"expiresInDays":30,"publisher":"shop"}"#
        let response = try await services.askAsOperator("POST", "/api-keys", body: body)
        #expect(response.status == 201 && response.header("Cache-Control") == "no-store")
        response.expect(
            body: #"{"id":"k1","name":"the \"shop\"","scopes":["publish","operate"],"#
                + #""createdAt":"2026-01-31T12:00:00Z","publisher":"k1","secret":"bk_secret"}"#)
        let message = try #require(services.received(CreateAPIKey.self).first)
        #expect(message.name == "the \"shop\"")
        #expect(message.scopes == [.publish, .operate] && message.publisher == PublisherID("shop"))
        #expect(message.expiresAt == UnixTime.start.adding(seconds: 30 * 24 * 3600))
    }

    @Test("An operator sets the webhook of a publisher, and sees and retries failed events")
    func webhooks() async throws {
        let services = ScriptedServices().answering(ListAPIKeys.self) { [key] _ in [key([.publish])] }
        services.on(SetWebhook.self) { _ in Done() }
        services.on(RemoveWebhook.self) { _ in Done() }
        services.on(RetryWebhook.self) { _ in RetryWebhook.Reply(count: 1) }
        services.on(GetWebhook.self) { [noon] _ in
            GetWebhook.Reply(
                url: "https://shop.example/", createdAt: noon, waiting: 1, problem: "status 503",
                problemAt: noon, attempts: 3, nextAt: noon.adding(seconds: 20),
                failures: [
                    FailedWebhookEvent(
                        id: "msg_1", type: "token.gone", createdAt: noon, attempts: 34, reason: "status 500", at: noon)
                ], pausedAt: noon,
                deliveries: [
                    WebhookDelivery(
                        id: "msg_2", type: "token.gone", at: noon, milliseconds: 7, problem: "status 503")
                ])
        }
        services.on(ChangeWebhook.self) { _ in Done() }
        services.on(TestWebhook.self) { [noon] _ in
            WebhookDelivery(id: "msg_3", type: "webhook.test", at: noon, milliseconds: 5)
        }
        let body = #"{"url":"https://shop.example/"}"#
        try await withOperations(services) { edge in
            let set = try await edge.request("PUT", "/api-keys/k1/webhook", body: body)
            #expect(set.status == 200 && set.header("Cache-Control") == "no-store")
            let secret = try #require(services.received(SetWebhook.self).first).secret.value
            #expect(secret.hasPrefix("whsec_") && secret.count == 50)
            #expect(set.body == #"{"url":"https://shop.example/","secret":"\#(secret)"}"#)
            let shown = try await edge.request("GET", "/api-keys/k1/webhook")
            let noon = "2026-01-31T12:00:00Z"
            shown.expect(
                body: #"{"url":"https://shop.example/","createdAt":"\#(noon)","waiting":1,"problem":"status 503","#
                    + #""problemAt":"\#(noon)","attempts":3,"nextAt":"2026-01-31T12:00:20Z","#
                    + #""failures":[{"id":"msg_1","type":"token.gone","createdAt":"\#(noon)","attempts":34,"#
                    + #""reason":"status 500","at":"\#(noon)"}],"pausedAt":"\#(noon)","#
                    + #""deliveries":[{"id":"msg_2","type":"token.gone","at":"\#(noon)","milliseconds":7,"#
                    + #""problem":"status 503"}]}"#)
            let retried = try await edge.request("POST", "/api-keys/k1/webhook/retry", body: #"{"event":"msg_1"}"#)
            #expect(retried.body == #"{"count":1}"#)
            for (body, status) in [(#"{"paused":true}"#, 204), (#"{"paused":1}"#, 400), ("{}", 400)] {
                #expect(try await edge.request("PATCH", "/api-keys/k1/webhook", body: body).status == status, "\(body)")
            }
            let tested = try await edge.request("POST", "/api-keys/k1/webhook/test")
            tested.expect(
                body: #"{"id":"msg_3","type":"webhook.test","at":"\#(noon)","milliseconds":5}"#)
            #expect(try await edge.request("DELETE", "/api-keys/k1/webhook").status == 204)
            #expect(try await edge.request("GET", "/api-keys/k2/webhook").status == 404)
        }
        #expect(services.received(SetWebhook.self).map(\.publisher.text) == ["k1"])
        #expect(services.received(RetryWebhook.self).map { "\($0.publisher) \($0.event ?? "")" } == ["k1 msg_1"])
        #expect(services.received(RemoveWebhook.self).map(\.publisher.text) == ["k1"])
        #expect(services.received(ChangeWebhook.self).map(\.isPaused) == [true])
        #expect(services.received(TestWebhook.self).map(\.publisher.text) == ["k1"])
    }

    @Test("The webhook of a key that is revoked, expired or not for publishing cannot be set")
    func webhookOfRevoked() async throws {
        let services = ScriptedServices()
        func key(
            _ id: String, _ publisher: String?, _ scope: APIKeyScope = .publish, isRevoked: Bool = false,
            endsAt: UnixTime? = nil
        ) -> APIKeySummary {
            APIKeySummary(
                id: APIKeyID(id)!, name: id, scopes: [scope], createdAt: noon, expiresAt: endsAt,
                revokedAt: isRevoked ? noon : nil, publisher: publisher.flatMap { PublisherID($0) })
        }
        let keys = [
            key("k1", nil, isRevoked: true), key("k2", "shop", isRevoked: true), key("k3", "shop"),
            key("k4", "bakery", isRevoked: true), key("k5", "bakery", isRevoked: true),
            key("k6", "bakery", endsAt: UnixTime(milliseconds: 0)), key("k7", nil, .introspect),
        ]
        services.on(ListAPIKeys.self) { _ in keys }
        try await withOperations(services) { edge in
            for (id, status) in [("k1", 409), ("k6", 409), ("k7", 400)] {
                let set = try await edge.request(
                    "PUT", "/api-keys/\(id)/webhook", body: #"{"url":"https://shop.example/"}"#)
                #expect(set.status == status, "\(id)")
            }
        }
        #expect(services.received(SetWebhook.self).isEmpty)
    }

    @Test(
        "The edge refuses an invalid API key, and names the member",
        arguments: [
            (#"{"name":"n","scope":["publish"]}"#, "The member scope is not known; did you mean scopes?", "scope"),
            (#"{"name":"n","scopes":[1]}"#, "each of scopes has to be one of: publish, interrupt", "scopes[0]"),
            ("{", "the body is not JSON", nil), (#"{"scopes":[]}"#, "name has to be a text", "name"),
            (#"{"name":"n"}"#, "scopes has to be an array of texts", "scopes"),
            (#"{"name":"n","scopes":["publish"],"expiresInDays":0}"#, "expiresInDays has to be", "expiresInDays"),
            (#"{"name":"n","scopes":["publish"],"publisher":"a b"}"#, "publisher has to be a text", "publisher"),
            (#"{"name":"n","scopes":["publish"],"publisher":"operator"}"#, "publisher must not be", "publisher"),
        ] as [(String, String, String?)])
    func badKey(_ body: String, _ detail: String, _ field: String?) async throws {
        let services = ScriptedServices()
        let response = try await services.askAsOperator("POST", "/api-keys", body: body)
        #expect(response.status == 400 && response.header("Content-Type") == "application/problem+json")
        #expect(response.body.contains(#""detail":"\#(detail)"#))
        #expect(response.body.contains(#""field":"\#(field ?? "")"#) == (field != nil), "\(response.body)")
        #expect(services.contexts.isEmpty)
    }

    @Test("An invalid API key is refused with all its wrong members")
    func allWrongMembers() async throws {
        let body = #"{"nam":"n","scopes":["fly"],"expiresInDays":0,"perMinute":true}"#
        let response = try await ScriptedServices().askAsOperator("POST", "/api-keys", body: body).expect(400)
        let problem = try ProblemDetails(jsonText: Array(response.body.utf8))
        #expect(problem.wrongMembers?.map(\.field) == ["nam", "name", "perMinute", "scopes", "expiresInDays"])
        #expect(problem.field == "nam" && problem.requestId == response.requestID)
        #expect(problem.wrongMembers?.allSatisfy { problem.detail?.contains($0.message) == true } == true)
    }

    @Test("An operator lists API keys without their secrets")
    func listKeys() async throws {
        let services = ScriptedServices()
        var ended = key([.publish])
        ended.expiresAt = noon
        ended.revokedAt = noon
        let keys = [key([.operate]), ended]
        services.on(ListAPIKeys.self) { _ in keys }
        let response = try await services.askAsOperator("GET", "/api-keys").expect(200)
        let end = #""expiresAt":"2026-01-31T12:00:00Z","publisher":"k1","revokedAt":"2026-01-31T12:00:00Z"}]}"#
        #expect(response.body.hasPrefix(#"{"keys":[{"id":"k1""#) && response.body.hasSuffix(end), "\(response.body)")
    }

    @Test("An operator finds an account by any of its names")
    func findAccount() async throws {
        let services = ScriptedServices()
        let profile = AccountProfile(
            account: account, number: 7, status: .disabled, names: AccountNames(email: Personal("ada@example.org")),
            details: ProfileDetails(
                firstName: Personal("Ada"), fields: ["displayName": Personal(.text("Countess"))],
                displayName: Personal("Apple user")), createdAt: noon, updatedAt: noon, methods: [.passkey])
        services.on(FindAccount.self) { _ in profile }
        let response = try await services.askAsOperator("GET", "/accounts/ada%40example.org")
        #expect(services.received(FindAccount.self).map(\.login.value) == ["ada@example.org"])
        response.expect(
            body: #"{"id":"0a0a0a0a0a0a0a0a0a0a0a0a","number":7,"status":"disabled","email":"ada@example.org","#
                + #""firstName":"Ada","displayName":"Countess","methods":["passkey"],"#
                + #""createdAt":"2026-01-31T12:00:00Z","updatedAt":"2026-01-31T12:00:00Z"}"#)
    }

    @Test("An operator lists accounts page by page")
    func listAccounts() async throws {
        let services = ScriptedServices()
        let summary = AccountSummary(
            id: account, number: 7, status: .active, names: AccountNames(username: "ada"),
            displayName: Personal("Ada"), methods: [.password], createdAt: noon)
        services.on(ListAccounts.self) {
            AccountList(
                accounts: [summary], nextCursor: $0.cursor == nil ? "bmV4dA" : nil, total: $0.counted == true ? 1 : nil)
        }
        try await withOperations(services) { edge in
            let first = try await edge.request(
                "GET", "/accounts?query=%C3%89l&status=disabled&method=apple&since=2026-01-31T12:00:00Z&limit=7")
            let account =
                #"{"id":"0a0a0a0a0a0a0a0a0a0a0a0a","number":7,"status":"active","username":"ada","#
                + #""displayName":"Ada","methods":["password"],"createdAt":"2026-01-31T12:00:00Z"}"#
            #expect(first.body == #"{"accounts":[\#(account)],"nextCursor":"bmV4dA"}"#)
            let second = try await edge.request("GET", "/accounts?cursor=bmV4dA&count=true")
            #expect(second.body == #"{"accounts":[\#(account)],"total":1}"#)
            let wrong = try await edge.request("GET", "/accounts?querry=ada")
            #expect(wrong.body.contains("The parameter querry is not known; did you mean query?"))
            let none = try await edge.request("POST", "/signing-keys/rotate?now=1", body: "{}")
            #expect(none.body.contains("is not known; leave it out."))
        }
        let asked = services.received(ListAccounts.self)
        #expect(asked.map(\.query?.value) == ["\u{C9}l", nil] && asked.map(\.status) == [.disabled, nil])
        #expect(asked.map(\.method) == [.apple, nil] && asked.map(\.since) == [noon, nil])
        #expect(asked.map(\.limit) == [7, 50] && asked.map(\.cursor) == [nil, "bmV4dA"])
    }

    @Test("An operator names the kind of id if a text leads to two accounts")
    func findAccountByForm() async throws {
        let services = ScriptedServices().answering(FindAccount.self) { message throws(BusError) in
            throw .refused(ServiceError(message.by == nil ? .conflict : .notFound, "two accounts"))
        }
        try await withOperations(services) { edge in
            let either = try await edge.request("GET", "/accounts/grace-hxy")
            #expect(either.status == 409 && either.body.contains("two accounts"))
            for form in ["id", "name"] {
                #expect(try await edge.request("GET", "/accounts/grace-hxy?by=\(form)").status == 404)
            }
            #expect(try await edge.request("GET", "/accounts/grace-hxy?by=number").status == 400)
        }
        #expect(services.received(FindAccount.self).map(\.by) == [nil, .id, .name])
    }

    @Test("An operator disables, enables and erases accounts, revokes keys and frees devices")
    func changes() async throws {
        let services = ScriptedServices().answering(SetAccountStatus.self) { _ in Done() }
        services.on(EraseAccount.self) { _ in EraseAccount.Reply(askedAt: People.now) }
        services.on(RevokeAPIKey.self) { _ in Done() }
        services.on(ListAPIKeys.self) { _ in [] }
        services.on(RemoveDeviceKey.self) { _ in Done() }
        services.on(ResetDeviceKey.self) { _ in ResetDeviceKey.Reply(key: DeviceKey("new key")!) }
        services.on(RotateSigningKey.self) { _ in RotateSigningKey.Reply(id: "2026a") }
        try await withOperations(services) { edge in
            for path in ["disable", "enable"] {
                try await edge.request("POST", "/accounts/\(account)/\(path)").expect(204)
            }
            let erased = try await edge.request("DELETE", "/accounts/\(account)").expect(200)
            #expect(try #require(erased.body.wholeMatch(of: /\{"erasure":"([0-9a-f]{32})"\}/)).1.count == 32)
            #expect(try await edge.request("DELETE", "/api-keys/k1").status == 204)
            let device = #"{"device":"a phone"}"#
            try await edge.request("POST", "/devices/remove-key", body: device).expect(204)
            let reset = try await edge.request("POST", "/devices/reset-key", body: device)
            #expect(reset.body == #"{"deviceKey":"new key"}"# && reset.header("Cache-Control") == "no-store")
            let rotation = try await edge.request("POST", "/signing-keys/rotate", body: "{}")
            #expect(rotation.body == #"{"id":"2026a"}"#)
        }
        #expect(services.received(SetAccountStatus.self).map(\.status) == [.disabled, .active])
        #expect(services.received(EraseAccount.self).map(\.account) == [account])
        #expect(services.received(RevokeAPIKey.self).map(\.id.text) == ["k1"])
        #expect(services.received(RemoveDeviceKey.self).map(\.device) == [id("a phone")])
        // In the name of an operator, not of an account.
        #expect(services.received(ResetDeviceKey.self).map { $0.account == nil && $0.newKey == nil } == [true])
    }

    @Test(
        "The edge refuses an invalid path, body or method",
        arguments: [
            ("POST", "/accounts/ada%40example.org/disable", "", 400), ("DELETE", "/accounts/%ff", "", 400),
            ("DELETE", "/api-keys/a%20b", "", 400), ("POST", "/devices/reset-key", "{}", 400),
            ("POST", "/devices/remove-key", #"{"device":"a","key":"b"}"#, 400),
            ("POST", "/missing-accounts/erase", #"{"dryRun":true}"#, 400),
            ("DELETE", "/accounts/0a0a0a0a0a0a0a0a0a0a0a0a", #"{"dryRun":true}"#, 400),
            ("POST", "/devices/remove-key", #"{"device":"a:b"}"#, 400), ("PUT", "/api-keys", "{}", 405),
            ("GET", "/accounts?limit=0", "", 400), ("GET", "/accounts?status=open", "", 400),
            ("GET", "/accounts?method=sms", "", 400), ("GET", "/accounts?since=monday", "", 400),
            ("GET", "/accounts?querry=ada", "", 400), ("GET", "/accounts/ada?query=b", "", 400),
            ("POST", "/signing-keys/rotate?dryRun=true", "{}", 400), ("POST", "/accounts", #"{"email":1}"#, 400),
            ("POST", "/accounts", #"{"email":"a@b.c","passwords":"x"}"#, 400),
            ("DELETE", "/accounts/0a/sessions", #"{"but":"x"}"#, 400),
            ("POST", "/accounts/0a/password-reset", #"{"email":"x"}"#, 400), ("GET", "/accounts/%ff/devices", "", 400),
            ("GET", "/accounts/0a/disable", "", 405), ("POST", "/nowhere", "{}", 404),
        ])
    func malformed(_ method: String, _ path: String, _ body: String, _ status: Int) async throws {
        let services = ScriptedServices()
        let response = try await services.askAsOperator(method, path, body: body)
        #expect(response.status == status && response.header("Content-Type") == "application/problem+json")
        #expect(services.contexts.isEmpty)
    }

    @Test("An operator sees the refusal of a service, and that a service is away")
    func refused() async throws {
        let services = ScriptedServices().refusing(FindAccount.self, .notFound, "no account has this name")
        try await withOperations(services) { edge in
            let unknown = try await edge.request("GET", "/accounts/nobody")
            #expect(unknown.status == 404 && unknown.body.contains("no account has this name"))
            let away = try await edge.request("GET", "/api-keys")
            #expect(away.status == 503 && away.header("Retry-After") == "1")
        }
    }
}
