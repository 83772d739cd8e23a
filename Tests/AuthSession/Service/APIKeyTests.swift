@testable import AuthSession

@Suite("API keys", .timeLimit(.minutes(10))) struct APIKeyTests {
    private func principal(_ auth: AuthSessionHarness, _ secret: SecretText) async throws -> Authenticate.Reply {
        try await auth.send(Authenticate(credential: .apiKey(secret)))
    }

    @Test("A key is shown once, stored as a hash, and valid until its revocation, which the feed announces")
    func life() async throws {
        try await AuthSessionHarness.run { auth in
            let made = try await auth.send(
                CreateAPIKey(name: " the back office ", scopes: [.operate, .publish, .operate]))
            #expect(made.key.name == "the back office" && made.key.scopes == [.publish, .operate])
            #expect(made.secret.value.hasPrefix("bk_") && made.secret.value.utf8.count == 46)
            let known = try await principal(auth, made.secret)
            let expected = Principal(
                apiKey: made.key.id, scopes: [.publish, .operate], expiresAt: nil, keyName: "the back office")
            #expect(known.principal == expected)

            #expect(try await auth.outcome(RevokeAPIKey(id: made.key.id)) == nil)
            #expect(try await auth.outcome(RevokeAPIKey(id: made.key.id)) == nil)
            #expect(try await auth.outcome(RevokeAPIKey(id: .named("nothing"))) == .notFound)
            let refused = try await principal(auth, made.secret)
            #expect(refused.refusal == .invalidToken && refused.sequence == known.sequence + 1)
            #expect(try await auth.credentials().changes.map(\.key) == ["key/\(made.key.id)"])

            let later = try await auth.send(CreateAPIKey(name: "another", scopes: [.publish]))
            let listed = try await auth.send(ListAPIKeys())
            #expect(listed.map(\.id) == [later.key.id, made.key.id])
            #expect(listed.map(\.revokedAt) == [nil, .start])
            #expect(auth.log.events("api-key-made").count == 2 && auth.log.events("api-key-revoked").count == 1)
            #expect(auth.log.lines.allSatisfy { !$0.text.contains("bk_") && !$0.text.contains("back office") })
            for file in try FileManager.default.contentsOfDirectory(at: auth.folder, includingPropertiesForKeys: nil)
            where file.lastPathComponent.hasPrefix("auth-session.sqlite") {
                #expect(try Data(contentsOf: file).range(of: Data(made.secret.value.utf8)) == nil)
            }
        }
    }

    @Test("A key with an unreadable row is invalid and not listed, and the log reports it once")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        var secrets: [SecretText] = []
        try await AuthSessionHarness.run(in: folder) { auth in
            for name in ["bad", "good"] {
                secrets.append(try await auth.send(CreateAPIKey(name: name, scopes: [.publish])).secret)
            }
        }
        let database = try SessionStore.openDatabase(at: folder.url.appendingPathComponent("auth-session.sqlite"))
        try await database.write { try $0.run("UPDATE api_key SET publisher = '' WHERE name = 'bad'") }
        try database.close()
        try await AuthSessionHarness.run(in: folder) { auth in
            for _ in 0..<2 {
                let keys = try await auth.send(ListAPIKeys())
                #expect(keys.map(\.name) == ["good"])
            }
            let lines = auth.log.lines.filter { $0.text.contains("leaves out") }
            #expect(lines.count == 1 && lines.first?.metadata["cause"]?.contains("publisher") == true)
            // Without its publisher it could be taken for a key that may do more.
            await #expect(throws: BusError.self) { try await principal(auth, secrets[0]) }
            #expect(try await principal(auth, secrets[1]).principal?.keyName == "good")
        }
    }

    @Test("Keys of one publisher share its name")
    func publishers() async throws {
        try await AuthSessionHarness.run { auth in
            let shop = try #require(PublisherID("shop"))
            for name in ["old", "new"] {
                let made = try await auth.send(CreateAPIKey(name: name, scopes: [.publish], publisher: shop))
                let known = try await principal(auth, made.secret).principal
                #expect(made.key.publisher == shop && known?.publisher == shop && known?.keyName == name)
            }
            #expect(try await auth.send(ListAPIKeys()).map(\.publisher) == [shop, shop])
        }
    }

    @Test("A key's limits are stored, listed and sent with each use, and invalid limits are refused")
    func limits() async throws {
        try await AuthSessionHarness.run { auth in
            for limits in [
                PublishingLimits(kinds: ["orders", "news"], topics: ["members"], perMinute: 600),
                PublishingLimits(perMinute: 1),
            ] {
                let made = try await auth.send(CreateAPIKey(name: "shop", scopes: [.publish], limits: limits))
                #expect(made.key.limits == limits)
                #expect(try await principal(auth, made.secret).principal?.limits == limits)
                #expect(try await auth.send(ListAPIKeys()).first { $0.id == made.key.id }?.limits == limits)
            }
            let free = try await auth.send(CreateAPIKey(name: "all", scopes: [.publish], limits: PublishingLimits()))
            #expect(free.key.limits == nil)
            for (scopes, limits) in [
                ([.operate], PublishingLimits(perMinute: 1)), ([.publish], PublishingLimits(perMinute: 0)),
                ([.publish], PublishingLimits(kinds: [])), ([.publish], PublishingLimits(topics: ["a b"])),
            ] as [([APIKeyScope], PublishingLimits)] {
                let request = CreateAPIKey(name: "wrong", scopes: scopes, limits: limits)
                #expect(try await auth.outcome(request) == .invalidRequest)
            }
        }
    }

    @Test("A key ends when its time comes")
    func expiry() async throws {
        try await AuthSessionHarness.run { auth in
            let end = UnixTime.start.adding(seconds: day)
            let made = try await auth.send(CreateAPIKey(name: "for a day", scopes: [.publish], expiresAt: end))
            #expect(try await principal(auth, made.secret).principal?.expiresAt == end)
            auth.clock.advance(seconds: day)
            #expect(try await principal(auth, made.secret).refusal == .tokenExpired)
        }
    }

    @Test("Push deletes the webhook of a publisher whose last key has expired, also if push was unreachable then")
    func lastKeyOfPublisher() async throws {
        try await AuthSessionHarness.run { auth in
            let (shop, end) = (try #require(PublisherID("shop")), UnixTime.start.adding(seconds: day))
            func make(_ name: String, _ scopes: [APIKeyScope], _ publisher: PublisherID?, _ end: UnixTime?) async throws
                -> APIKeySummary
            {
                try await auth.send(CreateAPIKey(name: name, scopes: scopes, expiresAt: end, publisher: publisher)).key
            }
            let alone = try await make("alone", [.publish], nil, end)
            _ = try await make("former", [.publish], shop, end)
            _ = try await make("present", [.publish], shop, end.adding(seconds: day))
            _ = try await make("no publisher", [.introspect], nil, end)
            auth.push.refuse([.unavailable, .notFound])
            auth.clock.advance(seconds: day)
            auth.signalPurge()
            try await eventually("push is told") { auth.push.webhooksEnded.count == 1 }
            auth.signalPurge()
            try await eventually("push is told again") { auth.push.webhooksEnded.count == 2 }
            auth.clock.advance(seconds: day)
            auth.signalPurge()
            try await eventually("push is told of the other one") { auth.push.webhooksEnded.count == 3 }
            #expect(auth.push.webhooksEnded == [PublisherID(alone.id), PublisherID(alone.id), shop])
        }
    }

    @Test("Revoking a publisher's last key deletes its webhook, and revoking it again retries a failed deletion")
    func revokedLastKeyOfPublisher() async throws {
        try await AuthSessionHarness.run { auth in
            let shop = try #require(PublisherID("shop"))
            var keys: [APIKeyID] = []
            for name in ["former", "present"] {
                keys.append(try await auth.send(CreateAPIKey(name: name, scopes: [.publish], publisher: shop)).key.id)
            }
            #expect(try await auth.outcome(RevokeAPIKey(id: keys[0])) == nil)
            #expect(auth.push.webhooksEnded.isEmpty)
            auth.push.refuse([.unavailable, .notFound])
            #expect(try await auth.outcome(RevokeAPIKey(id: keys[1])) == .unavailable)
            // A publisher without a webhook is no failure.
            #expect(try await auth.outcome(RevokeAPIKey(id: keys[1])) == nil)
            #expect(auth.push.webhooksEnded == [shop, shop])
        }
    }

    @Test("A text that is no key is refused")
    func garbage() async throws {
        try await AuthSessionHarness.run { auth in
            let made = try await auth.send(CreateAPIKey(name: "key", scopes: [.publish])).secret.value
            let session = try #require(try await auth.signIn(.anna, .opaque).tokens.secret).value
            for text in ["", "bk_", made + "A", String(made.dropLast()) + "!", session, made.uppercased()] {
                #expect(try await principal(auth, SecretText(text)).refusal == .invalidToken, "\(text)")
            }
            // One kind is not valid as the other.
            #expect(try await auth.refusal(SecretText(made)) == .invalidToken)
        }
    }

    @Test(
        "A key with an invalid name or without scopes is refused",
        arguments: [
            CreateAPIKey(name: "", scopes: [.publish]), CreateAPIKey(name: "  ", scopes: [.publish]),
            CreateAPIKey(name: String(repeating: "x", count: 101), scopes: [.publish]),
            CreateAPIKey(name: "two\nlines", scopes: [.publish]),
            CreateAPIKey(name: "two\u{2028}lines", scopes: [.publish]),
            CreateAPIKey(name: "two\u{85}lines", scopes: [.publish]), CreateAPIKey(name: "none", scopes: []),
            CreateAPIKey(name: "past", scopes: [.publish], expiresAt: .start),
        ])
    func rules(_ request: CreateAPIKey) async throws {
        #expect(throws: ServiceError.self) { try APIKeyRules.name(of: request, at: .start) }
    }
}
