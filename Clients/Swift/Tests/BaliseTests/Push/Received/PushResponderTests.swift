@MainActor
@Suite("A responder to pushes", .timeLimit(.minutes(10)))
struct PushResponderTests {
    private static let marked = #"{"success":true,"message":"Read.","unreadCount":2,"data":{}}"#

    private let centre = ScriptedPushCentre()
    private let interactions = RecordedInteractions()

    @Test("passes a tap to the app, reports it, marks it as read, and sets the badge")
    func opened() async throws {
        let transport = ScriptedTransport(.json(Self.marked))
        let client = try await BaliseClient.scripted(transport, time: SetTime(1_800_000_000))
        let responder = client.pushResponder(centre, reporting: interactions)
        var responses = responder.responses().makeAsyncIterator()
        await responder.take(PushResponse(ReceivedPush(id: "ntf/1")))
        #expect(await responses.next()?.target == .inboxEntry("ntf/1"))
        #expect(interactions.all == [PushInteraction("ntf/1", .opened, at: Date(timeIntervalSince1970: 1_800_000_000))])
        #expect(transport.calls.map(\.line) == ["POST /api/v1/notifications/ntf%2F1/read"])
        #expect(centre.badges == [2] && responder.problem == nil)
    }

    @Test("keeps the latest sixteen taps for a later reader, each once")
    func early() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(), session: nil)
        let responder = client.pushResponder(centre)
        for number in 1...17 { await responder.take(PushResponse(ReceivedPush(page: .offer(.number(Int64(number)))))) }
        let first = Task {
            var targets: [PushTarget?] = []
            for await response in responder.responses() {
                targets.append(response.target)
                if targets.count == 16 { break }
            }
            return targets
        }
        #expect(await first.value == (2...17).map { .page(.offer(.number($0))) })
        // No task reads any more, so later responses are kept again.
        await responder.take(PushResponse(ReceivedPush(page: .offer(18))))
        var second = responder.responses().makeAsyncIterator()
        #expect(await second.next()?.target == .page(.offer(18)))
    }

    @Test("passes buttons with the typed text to the app, and reports them")
    func buttons() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport(.json(Self.marked), .json(Self.marked)))
        let responder = client.pushResponder(centre, reporting: interactions)
        var responses = responder.responses().makeAsyncIterator()
        let track = NotificationAction(id: "track", title: "Track", link: "app://t")
        let push = ReceivedPush(id: "n", actions: [track])
        await responder.take(PushResponse(push, .action("reply"), text: "Hello"))
        let response = await responses.next()
        #expect(response?.act == .action("reply") && response?.text == "Hello" && response?.target == nil)
        await responder.take(PushResponse(push, .action("track")))
        #expect(interactions.all.map(\.act) == [.action("reply"), .action("track")])
        #expect(interactions.all.map(\.link) == [nil, "app://t"])
    }

    @Test("reports a dismissal, and neither opens nor marks it as read")
    func dismissed() async throws {
        let transport = ScriptedTransport(.json(Self.marked))
        let client = try await BaliseClient.scripted(transport)
        let responder = client.pushResponder(centre, reporting: interactions)
        await responder.take(PushResponse(ReceivedPush(id: "away"), .dismissed))
        #expect(interactions.all.map(\.notification) == ["away"] && transport.calls.isEmpty && centre.badges.isEmpty)
        await responder.take(PushResponse(ReceivedPush(id: "opened")))
        var responses = responder.responses().makeAsyncIterator()
        #expect(await responses.next()?.push.id == "opened")
    }

    @Test("reports no push without an id, and marks none as read if the app says so")
    func without() async throws {
        let transport = ScriptedTransport()
        let responder = try await BaliseClient.scripted(transport).pushResponder(centre, reporting: interactions)
        await responder.take(PushResponse(ReceivedPush(page: .offer(1))))
        #expect(interactions.all.isEmpty)
        responder.marksAsRead = false
        await responder.take(PushResponse(ReceivedPush(id: "n")))
        #expect(interactions.all.count == 1 && transport.calls.isEmpty)
    }

    @Test("sets the badge to the unread count, removes it, and shows a failure")
    func badge() async throws {
        let transport = ScriptedTransport(
            .json(#"{"success":true,"count":3}"#), .lost(.timedOut), .json(#"{"success":true,"count":4}"#))
        let client = try await BaliseClient.scripted(transport)
        let responder = client.pushResponder(centre)
        await responder.refreshBadge()
        #expect(centre.badges == [3])
        await responder.refreshBadge()
        #expect(centre.badges == [3] && responder.problem == .timedOut)
        await responder.clearBadge()
        #expect(centre.badges == [3, 0] && responder.problem == nil)
        await responder.showUnread(5)
        #expect(centre.badges == [3, 0, 5])
        let unwilling = client.pushResponder(ScriptedPushCentre(fails: true))
        await unwilling.refreshBadge()
        guard case .system = unwilling.problem else {
            Issue.record("the problem is \(String(describing: unwilling.problem))")
            return
        }
    }

    @Test("shows pushes in the open app as the app decides")
    func presentation() async throws {
        let responder = try await BaliseClient.scripted(ScriptedTransport()).pushResponder(centre)
        #expect(responder.presentation(ReceivedPush()) == .all)
        responder.presentation = { $0.thread == "chat-1" ? .quiet : .all }
        #expect(responder.presentation(ReceivedPush(thread: "chat-1")) == [.list, .badge])
        #expect(responder.presentation(ReceivedPush(thread: "chat-2")) == .all)
        let reply = PushCategory("CHAT", [.init(id: "reply", title: "Reply", textPrompt: "Message")])
        await responder.use([reply])
        #expect(centre.categories == [reply])
    }
}
