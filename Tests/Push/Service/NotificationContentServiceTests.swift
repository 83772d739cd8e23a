@testable import Push

@Suite("The content of notifications", .timeLimit(.minutes(10)))
struct NotificationContentServiceTests {
    @Test("Push and inbox use the first language of the device that the content has")
    func languages() async throws {
        try await PushHarness.runWithKinds { push in
            for (name, language) in [("ada", "br, fr-CA"), ("ben", "en"), ("cleo", "de")] {
                let account = try await push.person(name)
                _ = try await push.send(RegisterPushToken.sample(account, token: name).with { $0.language = language })
            }
            var notification = OutgoingNotification.sample(.everyone)
            notification.content = .alert([
                NotificationText(language: "fr", title: "Bonjour {name}"),
                NotificationText(language: "en", title: "Hello {name}"),
            ])
            notification.content.fallbackLanguage = "en"
            notification.content.arguments = [NotificationArgument(name: "name", value: "all")]
            #expect(try await push.done(try await push.notify(notification)).counts.sent == 3)
            let titles = push.gateway.sent.map { push in
                "\(push.token.value): \((push.aps["alert"] as? [String: String])?["title"] ?? "none")"
            }
            #expect(
                Set(titles) == [
                    "\(String.apns("ada")): Bonjour all", "\(String.apns("ben")): Hello all",
                    "\(String.apns("cleo")): Hello all",
                ])
            for (language, title) in [("fr", "Bonjour all"), ("de", "Hello all")] {
                let page = try await push.send(
                    ListInbox(
                        account: AccountID("ada")!, limit: 1, unreadOnly: false, language: language,
                        withNotifications: true))
                #expect(page.entries.map(\.title) == [title])
            }
        }
    }
}
