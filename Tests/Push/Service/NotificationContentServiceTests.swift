// What a notification says, from the publisher to whoever reads it.

import Isolation
import MessageBus
import Models
import Testing

@testable import Push

@Suite("The content of notifications", .timeLimit(.minutes(10)))
struct NotificationContentServiceTests {
    @Test("is read in the first language of the push device that it has, else in the fallback, and so in the inbox")
    func languages() async throws {
        try await PushHarness.runWithKinds { push in
            for (name, language) in [("ada", "br, fr-CA"), ("ben", "en"), ("cleo", "de")] {
                let account = try await push.person(name)
                _ = try await push.send(
                    RegisterPushToken.sample(account, token: name).with { $0.language = language })
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

    @Test("that no provider would take is refused with its size, to be sent at once, later or again and again")
    func tooLarge() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            var later = OutgoingNotification.sample(.accounts([ada]))
            later.startsAt = push.clock.now().adding(seconds: 3600)
            let scheduled = try await push.notify(later)
            var large = OutgoingNotification.sample(.accounts([ada]))
            large.content.texts.append(
                NotificationText(language: "fr", title: "T", body: String(repeating: "é", count: 2000)))
            var refusals: [String] = []
            for isDryRun in [false, true] {
                refusals.append(
                    try await refusal(
                        of: SendNotification(
                            notification: large, publisher: .sample, apiKey: APIKeyID("k1")!, isDryRun: isDryRun), push)
                )
            }
            refusals.append(try await refusal(of: try push.change(scheduled, to: large), push))
            let series = NotificationSeries(
                kind: "orders", audience: .accounts([ada]), content: large.content, rule: "FREQ=DAILY",
                start: LocalMoment(minutes: push.clock.now().rawValue / 60_000 + 60), timeZone: "UTC")
            refusals.append(
                try await refusal(
                    of: SetSeries(name: "s", series: series, publisher: .sample, apiKey: APIKeyID("k1")!), push))
            #expect(refusals.count == 4)
            for refusal in refusals {
                #expect(refusal.contains("in the language fr, and at most 4096"), "\(refusal)")
            }
            let kept = try await push.send(ListNotifications(limit: 20, of: .sample)).notifications
            #expect(kept.map(\.notification) == [later] && push.gateway.sent.isEmpty)
        }
    }

    /// What the service says against a request; a text that tells of it where it is taken.
    private func refusal<R: ServiceRequest>(of request: R, _ push: PushHarness) async throws -> String {
        do throws(BusError) {
            _ = try await push.send(request)
            return "taken"
        } catch {
            guard case .refused(let answer) = error else { throw error }
            return answer.message
        }
    }
}
