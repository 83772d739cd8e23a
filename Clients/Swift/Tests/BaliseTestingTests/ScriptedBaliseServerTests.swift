import Balise
import BaliseTesting
import Foundation
import Testing

@Suite("A scripted server", .timeLimit(.minutes(5)))
struct ScriptedBaliseServerTests {
    private let server = ScriptedBaliseServer()

    /// A signed-in user's client, and their account.
    private func signedIn() async throws -> (BaliseClient, String) {
        let account = await server.addPerson("ada", email: "ada@example.org")
        let client = server.client()
        try await client.sessions.signIn("ada", password: SecretText("secret"))
        return (client, account)
    }

    @Test("signs in its accounts only")
    func signIn() async throws {
        let (client, account) = try await signedIn()
        #expect(try await client.sessions.state == .signedIn(account: account))
        #expect(try await client.accounts.profile().username == "ada")
        let other = server.client()
        let error = await #expect(throws: BaliseError.self) {
            try await other.sessions.signIn("ada", password: SecretText("wrong"))
        }
        #expect(error?.code == .wrongCredentials)
        try await client.sessions.signOut()
        await #expect(throws: BaliseError.signedOut) { try await client.inbox.unreadCount() }
    }

    @Test("can expire tokens and end sessions")
    func refresh() async throws {
        let (client, _) = try await signedIn()
        await server.expireTokens()
        #expect(try await client.inbox.unreadCount() == 0)
        let paths = await server.requests.map(\.url.path)
        #expect(
            paths.suffix(3) == [
                "/api/v1/notifications/unread-count", "/api/v1/auth/refresh", "/api/v1/notifications/unread-count",
            ])
        await server.endSessions()
        await #expect(throws: BaliseError.self) { try await client.inbox.unreadCount() }
        guard case .signedOut = try await client.sessions.state else {
            Issue.record("somebody is still signed in")
            return
        }
    }

    @Test("has an inbox with pages")
    func inbox() async throws {
        let (client, account) = try await signedIn()
        for number in 1...5 { await server.tell(account, title: "\(number)", link: "app://\(number)") }
        var titles: [String] = []
        for try await entry in client.inbox.entries(pageSize: 2) { titles.append(entry.title) }
        #expect(titles == ["5", "4", "3", "2", "1"])
        var counts: [Int] = []
        for try await page in client.inbox.pages(pageSize: 3) { counts.append(page.entries.count) }
        #expect(counts == [3, 2])
        let first = try #require(await server.entries(of: account).first)
        #expect(try await client.inbox.markRead(first.id) == 4)
        #expect(try await client.inbox.page(unreadOnly: true).entries.map(\.title) == ["4", "3", "2", "1"])
        #expect(try await client.inbox.markAllRead() == 0)
        #expect(await server.entries(of: account).allSatisfy { $0.isRead })
    }

    @Test("stores preferences and push tokens")
    func preferences() async throws {
        let (client, account) = try await signedIn()
        var wanted = try await client.preferences.current()
        #expect(wanted == ScriptedBaliseServer.preferencesAtFirst)
        wanted.notificationRadius = 25
        #expect(try await client.preferences.set(wanted) == wanted)
        #expect(await server.preferences(of: account) == wanted)
        let token = RegisterPushTokenRequest(token: SecretText("abcd"))
        #expect(try await client.push.register(token).isNew)
        #expect(try await !client.push.register(token).isNew)
        #expect(await server.pushTokens(of: account) == [token])
    }

    @Test("fails as often and in the way that a test scripts")
    func failures() async throws {
        let (client, _) = try await signedIn()
        await server.fail(.lost(.timedOut), at: "/api/v1/notifications/unread-count")
        await server.fail(.refused(.internalFailure, status: 500), times: 1)
        await #expect(throws: BaliseError.timedOut) { try await client.inbox.unreadCount() }
        let error = await #expect(throws: BaliseError.self) { try await client.preferences.current() }
        #expect(error?.code == .internalFailure)
        #expect(try await client.inbox.unreadCount() == 0)
    }

    @Test("answers other calls as scripted, and lists those without an answer")
    func others() async throws {
        let client = server.client()
        await server.answer(
            .get, "/api/v1/offers/42",
            json: #"{"id":42,"type":"OFFRE","title":"Bread","description":"","status":"ACTIVE"}"#)
        #expect(try await client.listings.offer(42).text("title") == "Bread")
        let error = await #expect(throws: BaliseError.self) { try await client.listings.offer(43) }
        #expect(error?.code == .notFound)
        #expect(await server.unanswered == ["GET /api/v1/offers/43"])
    }

    @Test("lets an app test the effect of a tap")
    @MainActor
    func taps() async throws {
        let (client, account) = try await signedIn()
        let entry = try #require(await server.tell(account, title: "Hello"))
        await server.tell(account, title: "Unread")
        let centre = RecordingPushCentre()
        let interactions = RecordingInteractions()
        let responder = client.pushResponder(centre, reporting: interactions)
        await responder.take(PushResponse(ReceivedPush(payload: ["notificationId": entry.id])))
        var responses = responder.responses().makeAsyncIterator()
        #expect(await responses.next()?.target == .inboxEntry(entry.id))
        #expect(await centre.badges == [1])
        #expect(await interactions.all.map(\.notification) == [entry.id])
        #expect(await server.entries(of: account).last?.isRead == true)
    }
}
