@Suite("An inbox")
struct InboxTests {
    @Test("is read page by page, only as far as needed")
    func entries() async throws {
        let transport = ScriptedTransport(
            .inboxPage([5, 4], next: "c 1"), .inboxPage([3, 2], next: "c2"), .inboxPage([1]))
        let inbox = try await BaliseClient.scripted(transport).inbox
        var entries = inbox.entries(unreadOnly: true, pageSize: 2).makeAsyncIterator()
        #expect(transport.calls.isEmpty)
        for id in [5, 4] { #expect(try await entries.next()?.id == "n\(id)") }
        #expect(transport.calls.count == 1)
        for id in [3, 2, 1] { #expect(try await entries.next()?.id == "n\(id)") }
        #expect(try await entries.next() == nil)
        #expect(try await entries.next() == nil)
        let path = "GET /api/v1/notifications?limit=2"
        #expect(
            transport.calls.map(\.line) == [
                path + "&unreadOnly=true", path + "&cursor=c%201&unreadOnly=true", path + "&cursor=c2&unreadOnly=true",
            ])
    }

    @Test("continues at the same page after a failure")
    func afterFailure() async throws {
        let transport = ScriptedTransport(.inboxPage([2, 1], next: "c1"), .lost(.timedOut), .inboxPage([0]))
        let inbox = try await BaliseClient.scripted(transport).inbox
        var entries = inbox.entries(pageSize: 2).makeAsyncIterator()
        for _ in 1...2 { _ = try await entries.next() }
        await #expect(throws: BaliseError.timedOut) { try await entries.next() }
        #expect(try await entries.next()?.id == "n0")
        #expect(transport.calls[1].line == transport.calls[2].line)
    }

    @Test("throws CancellationError when the task is cancelled")
    func cancelled() async throws {
        var entries = try await BaliseClient.scripted(ScriptedTransport(.lost(.cancelled))).inbox.entries()
            .makeAsyncIterator()
        await #expect(throws: CancellationError.self) { try await entries.next() }
    }

    @Test("is not read on if a cursor repeats itself")
    func circle() async throws {
        let transport = ScriptedTransport(.inboxPage([1], next: "c1"), .inboxPage([1], next: "c1"))
        let inbox = try await BaliseClient.scripted(transport).inbox
        var entries = inbox.entries(pageSize: 1).makeAsyncIterator()
        _ = try await entries.next()
        await #expect(throws: BaliseError.self) { try await entries.next() }
    }

    @Test("has pages of 1 to 100 entries", arguments: [0, 101, -1])
    func limit(limit: Int) async throws {
        let inbox = try await BaliseClient.scripted(ScriptedTransport()).inbox
        let error = try await failure { try await inbox.page(limit: limit) }
        #expect(error.invalidReason?.contains("not \(limit)") == true)
    }
}

extension Result where Success == BaliseHTTPResponse, Failure == BaliseTransportError {
    /// A page with entries of these numbers.
    static func inboxPage(_ ids: [Int], next: String? = nil, unread: Int = 3) -> Self {
        let entries = ids.map { id in
            BaliseInboxEntry(
                id: "n\(id)", userId: "acc_ada", type: .offer, title: "t", content: "c", screen: "offer_detail",
                entityId: "\(id)", createdAt: Date(timeIntervalSince1970: 1_800_000_000))
        }
        let body = BaliseInboxPage(
            entries: entries,
            pagination: BaliseInboxPagination(total: 5, offset: 0, limit: 2, hasMore: next != nil, nextCursor: next),
            unreadCount: unread)
        return .json(String(decoding: body.json.bytes, as: UTF8.self))
    }
}
