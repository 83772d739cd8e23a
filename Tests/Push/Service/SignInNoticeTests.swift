@testable import Push

@Suite("Push: notices of sign-ins", .timeLimit(.minutes(10)))
struct SignInNoticeTests {
    private static let new = SessionID("new")!

    private func notice(
        _ account: AccountID, client: String? = "iPad14,1, iOS 17.5", locale: String? = "fr-CA"
    ) -> TellOfSignIn {
        TellOfSignIn(
            account: account, session: Self.new, client: client.map { Personal($0) }, at: .start, locale: locale)
    }

    @Test("The user's other devices get one push, whatever they prefer, in the account's language")
    func tells() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person(
                "ada", choices: .nothing,
                quietHours: QuietHours(start: 0, end: 1439, timeZone: "UTC"))
            try await push.person("ben")
            _ = try await push.send(
                RegisterPushToken.sample(ada, token: "own", session: "new", pushDevice: "the new one"))
            _ = try await push.send(
                RegisterPushToken.sample(ada, token: "fcm-own", session: "old", pushDevice: "the new one"))
            for _ in 0..<2 { _ = try await push.send(notice(ada)) }
            #expect(await eventually { push.gateway.sent.count == 1 })
            let sent = try #require(push.gateway.sent.first)
            #expect(sent.token.value == .apns("ada"))
            let alert = sent.aps["alert"] as? [String: String]
            #expect(alert?["title"] == "Nouvelle connexion à votre compte")
            #expect(alert?["body"]?.hasPrefix("iPad14,1, iOS 17.5, ") == true)
            #expect(try await push.send(ListNotifications(limit: 10, among: .announcements)).notifications.isEmpty)
            _ = try await push.send(SendTestPush(account: ada, type: .event, subject: .text("7")))
            #expect(await eventually { push.gateway.sent.count > 1 })
            #expect(push.gateway.sent.count { $0.token.value == .apns("ben") } == 0)
        }
    }

    @Test("Without other devices no push is sent, and that is no error")
    func nobody() async throws {
        try await PushHarness.run { push in
            let ada = AccountID("ada")!
            let stranger = try? await push.edge.send(
                notice(ada), MessageContext(requestID: "test", timeout: .seconds(60)))
            #expect(stranger == nil, "only auth-session may say so")
            try await push.identity.publish("ada", AccountChange(status: .active, number: 1))
            _ = try await push.send(notice(ada))
            _ = try await push.send(RegisterPushToken.sample(ada, token: "own", session: "new"))
            _ = try await push.send(notice(ada))
            _ = try await push.send(RegisterPushToken.sample(ada, token: "other", session: "old"))
            _ = try await push.send(notice(ada, client: nil, locale: nil))
            #expect(await eventually { !push.gateway.sent.isEmpty })
            #expect(push.gateway.sent.map(\.token.value) == [.apns("other")])
            let alert = push.gateway.sent.first?.aps["alert"] as? [String: String]
            #expect(alert?["body"]?.hasPrefix("On a new app or device, ") == true)
        }
    }

    @Test("A device that the new session uses gets no push")
    func moved() async throws {
        let gateway = ScriptedGateway { _ in .retry(after: .seconds(5), reason: "Shutdown") }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            _ = try await push.send(notice(ada))
            #expect(await eventually { gateway.sent.count == 1 })
            _ = try await push.send(RegisterPushToken.sample(ada, token: "ada", session: "new"))
            try await push.person("ben")
            gateway.answer { _ in .sent(id: nil) }
            push.clock.advance(seconds: 60)
            _ = try await push.send(SendTestPush(account: AccountID("ben")!, type: .event, subject: .text("7")))
            #expect(await eventually { gateway.sent.contains { $0.token.value == .apns("ben") } })
            #expect(gateway.sent.count { $0.token.value == .apns("ada") } == 1)
        }
    }

    @Test("Every language has a complete text")
    func texts() throws {
        for language in TextLanguage.allCases {
            for client in ["{moment}", nil] {
                let content = SignInContent.content(
                    client: client, at: .start, by: nil, locale: language.rawValue, fallback: .english)
                let text = NotificationReading.text(of: content, for: "pt")
                #expect(content.texts.map(\.language) == [language.rawValue])
                #expect(text.title?.isEmpty == false && text.body?.contains("UTC") == true)
                #expect(client == nil || text.body?.contains("{moment}, ") == true)
            }
        }
        // If the account's language has no texts, each device uses its own.
        let content = SignInContent.content(client: nil, at: .start, by: nil, locale: "pt-BR", fallback: .french)
        #expect(NotificationReading.text(of: content, for: "en-GB").title == "New sign-in to your account")
        #expect(NotificationReading.text(of: content, for: "pt").title == "Nouvelle connexion à votre compte")
    }
}
