@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct InboxTests {
    /// The members that the app requires.
    private struct Page: Decodable {
        struct Entry: Decodable {
            struct State: Decodable {
                let isRead: Bool
                let readAt: String?
                let createdAt: String
            }
            let id: String
            let userId: String
            let type: String
            let content: String?
            let state: State
        }
        struct Pagination: Decodable {
            let total: Int
            let offset: Int
            let limit: Int
            let hasMore: Bool
            let nextCursor: String?
        }
        let success: Bool
        let data: [Entry]
        let pagination: Pagination?
        let unreadCount: Int?
    }

    @Test func isRead() async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "GET", "/api/v1/notifications?limit=30&offset=20", for: ListInbox.self)
        let page = try JSONDecoder().decode(Page.self, from: Data(response.body.utf8))
        #expect(page.success && page.unreadCount == 3 && page.pagination?.total == 7)
        #expect(page.pagination?.offset == 20 && page.pagination?.limit == 30 && page.pagination?.hasMore == true)
        #expect(page.pagination?.nextCursor == "n1")
        let entry = try #require(page.data.first)
        #expect(entry.userId == People.ada.text && entry.type == "EVENT" && entry.content == "Near you")
        #expect(entry.state.isRead && entry.state.readAt == "2026-01-31T12:00:00Z")
        #expect(response.body.contains(#""screen":"event_detail","entityId":"42""#))
        #expect(message.account == People.ada && message.limit == 30 && message.offset == 20)
        #expect(message.before == nil && !message.unreadOnly)
    }

    @Test func isReadPageByPage() async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "GET", "/api/v1/notifications?cursor=n1&unreadOnly=true", for: ListInbox.self)
        #expect(message.before == InboxEntryID("n1") && message.unreadOnly && message.limit == 20)
        #expect(message.offset == nil)
        let page = try JSONDecoder().decode(Page.self, from: Data(response.body.utf8))
        #expect(page.pagination?.total == 3)
    }

    @Test func isEmptyForOthers() async throws {
        let response = try await ScriptedServices.ofAda().ask(
            "GET", "/api/v1/notifications", headers: [("Authorization", People.strangersToken)])
        response.expect(
            body: #"{"success":true,"data":[],"pagination":{"total":0,"offset":0,"limit":20,"hasMore":false,"#
                + #""nextCursor":null},"unreadCount":0}"#)
    }

    @Test(arguments: [
        "limit=0", "limit=101", "limit=x", "offset=-1", "offset=1.5", "unreadOnly=maybe", "cursor=a%20b",
        "limit=99999999999999999999",
    ])
    func isRefused(_ query: String) async throws {
        let error = try await ScriptedServices.ofAda().expectMalformed("GET", "/api/v1/notifications?\(query)")
        let parameter = String(query.prefix { $0 != "=" })
        #expect(error.message.contains(parameter) && error.field == parameter)
    }

    /// The app reads the count beside the data.
    @Test func isCounted() async throws {
        let response = try await ScriptedServices.ofAda().ask("GET", "/api/v1/notifications/unread-count")
        #expect(response.body == #"{"success":true,"count":3}"#)
    }

    @Test(arguments: [("n1/read", ["n1"], 2), ("read-all", nil, 0)] as [(String, [String]?, Int)])
    func isMarked(_ path: String, _ entries: [String]?, _ unread: Int) async throws {
        let (response, message) = try await ScriptedServices.ofAda().ask(
            "POST", "/api/v1/notifications/\(path)", for: MarkRead.self)
        #expect(response.body.hasSuffix(#""unreadCount":\#(unread),"data":{}}"#))
        #expect(message.account == People.ada && message.entries?.map(\.text) == entries)
    }

    @Test func isNotMarkedUnderAnImpossibleName() async throws {
        let services = ScriptedServices.ofAda()
        try await services.ask("POST", "/api/v1/notifications/a%20b/read").expect(404)
        #expect(services.received(MarkRead.self).isEmpty)
    }
}
