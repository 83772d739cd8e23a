@testable import Balise

@Suite("The model of an inbox", .timeLimit(.minutes(10)))
@MainActor
struct InboxModelTests {
    private nonisolated static func marked(_ unread: Int) -> Result<BaliseHTTPResponse, BaliseTransportError> {
        .json(#"{"success":true,"message":"Read.","unreadCount":\#(unread),"data":{}}"#)
    }

    @Test("shows page after page, each entry once, to the end")
    func pages() async throws {
        let transport = ScriptedTransport(
            .inboxPage([5, 4], next: "c1"), .inboxPage([4, 3], next: "c2"), .inboxPage([2]))
        let model = BaliseInboxModel(try await .scripted(transport), pageSize: 2)
        #expect(model.unreadCount == nil && !model.hasMore)
        await model.loadMore()
        #expect(transport.calls.isEmpty)
        await model.load()
        #expect(model.entries.map(\.id) == ["n5", "n4"] && model.hasMore && model.unreadCount == 3)
        await model.loadMore()
        await model.loadMore()
        #expect(model.entries.map(\.id) == ["n5", "n4", "n3", "n2"] && !model.hasMore)
        await model.loadMore()
        #expect(transport.calls.count == 3 && model.problem == nil && !model.isBusy)
    }

    @Test("keeps its entries when a page fails, and requests it again")
    func failure() async throws {
        let transport = ScriptedTransport(
            .inboxPage([2], next: "c1"), .lost(.timedOut), .inboxPage([1]), .lost(.timedOut))
        let model = BaliseInboxModel(try await .scripted(transport))
        await model.load()
        await model.loadMore()
        #expect(model.entries.map(\.id) == ["n2"] && model.problem == .timedOut && model.hasMore)
        await model.loadMore()
        #expect(model.entries.map(\.id) == ["n2", "n1"] && model.problem == nil)
        #expect(transport.calls[1].line == transport.calls[2].line)
        await model.load()
        #expect(model.entries.map(\.id) == ["n2", "n1"] && model.problem == .timedOut)
    }

    @Test("has no problem after a cancelled call")
    func cancelled() async throws {
        let model = BaliseInboxModel(try await .scripted(ScriptedTransport(.lost(.cancelled))))
        await model.load()
        #expect(model.problem == nil && !model.isBusy)
    }

    @Test("marks entries as read, and shows the server's count")
    func reading() async throws {
        let client = try await BaliseClient.scripted(
            ScriptedTransport(.inboxPage([2, 1]), Self.marked(1), Self.marked(0)), time: SetTime(1_800_000_100))
        let model = BaliseInboxModel(client)
        await model.load()
        await model.markRead("n1")
        #expect(model.entries.map(\.isRead) == [false, true] && model.unreadCount == 1)
        #expect(model.entries.last?.readAt == Date(timeIntervalSince1970: 1_800_000_100))
        await model.markAllRead()
        #expect(model.entries.allSatisfy { $0.isRead } && model.unreadCount == 0)
    }

    @Test("removes read entries from a list of unread ones")
    func unreadOnly() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(.inboxPage([2, 1]), Self.marked(1)))
        let model = BaliseInboxModel(client, unreadOnly: true)
        await model.load()
        await model.markRead("n2")
        #expect(model.entries.map(\.id) == ["n1"])
    }

    @Test("shows nothing to the next user, not even a late answer")
    func otherPerson() async throws {
        let gathering = Gathering(of: 2)
        let transport = ScriptedTransport { _, _ throws(BaliseTransportError) in
            await gathering.wait()
            return try Result<BaliseHTTPResponse, BaliseTransportError>.inboxPage([1]).get()
        }
        let model = BaliseInboxModel(try await .scripted(transport))
        let loading = Task { await model.load() }
        try await eventually("the page is asked for") { transport.calls.count == 1 }
        model.clear()
        await gathering.wait()
        await loading.value
        #expect(model.entries.isEmpty && model.unreadCount == nil && !model.hasMore)
    }
}
