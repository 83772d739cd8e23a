@testable import Balise

@Suite("An outbox of interactions", .timeLimit(.minutes(10)))
struct InteractionOutboxTests {
    let folder = OutboxFolder()
    let secrets = MemorySecretStore()
    let time = SetTime(1_800_001_000)

    private static let done = Result<BaliseHTTPResponse, BaliseTransportError>.json(
        #"{"success":true,"message":"It is noted.","data":{}}"#)

    private func client(
        _ transport: ScriptedTransport, session: KeptSession? = .ada, pause: (any BaliseSleeper)? = nil
    ) async throws -> BaliseClient {
        try await .scripted(transport, session: session, secrets: secrets, time: time, pause: pause) {
            $0.retries = .never
        }
    }

    private func outbox(
        _ transport: ScriptedTransport, limit: Int = 100, pause: (any BaliseSleeper)? = nil
    ) async throws -> InteractionOutbox {
        try await client(transport, pause: pause).inbox.interactionOutbox(at: folder.file, limit: limit)
    }

    private func opened(_ id: String) -> BaliseInteraction {
        BaliseInteraction(notificationId: id, action: BaliseInteraction.opened)
    }

    /// The ids of the notifications that each call reported.
    private func told(_ transport: ScriptedTransport) throws -> [[String]] {
        try transport.calls.map { call in
            #expect(call.line == "POST /api/v1/notifications/interactions")
            let body = try RecordInteractionsRequest(try JSONDocument(Array(call.text.utf8)).root)
            return body.interactions.map(\.notificationId)
        }
    }

    @Test("sends interactions together, each once, with its time")
    func delivers() async throws {
        let transport = ScriptedTransport(Self.done)
        let outbox = try await outbox(transport)
        #expect(try await outbox.add(opened("n1")))
        time.pass(5)
        #expect(try await !outbox.add(opened("n1")))
        #expect(try await outbox.add(BaliseInteraction(notificationId: "n1", action: "REPLY", link: "app://a")))
        #expect(await outbox.waiting == 2)
        #expect(try await outbox.deliver() == 0)
        #expect(
            transport.calls.map(\.text) == [
                #"{"interactions":[{"notificationId":"n1","action":"opened","at":"2027-01-15T08:16:40.000Z"},"#
                    + #"{"notificationId":"n1","action":"REPLY","at":"2027-01-15T08:16:45.000Z","link":"app://a"}]}"#
            ])
        #expect(try await outbox.deliver() == 0)
        #expect(transport.calls.count == 1)
    }

    @Test("stores what a push responder reports, with the opened address")
    func reports() async throws {
        let transport = ScriptedTransport(Self.done)
        let outbox = try await outbox(transport)
        let moment = Date(timeIntervalSince1970: 1_800_001_000)
        await outbox.report(PushInteraction("n1", .opened, link: "app://a", at: moment))
        await outbox.report(PushInteraction("n1", .action("REPLY"), at: moment))
        await outbox.report(PushInteraction("n2", .dismissed, at: moment))
        #expect(try await outbox.deliver() == 0)
        #expect(
            transport.calls.map(\.text) == [
                #"{"interactions":[{"notificationId":"n1","action":"opened","at":"2027-01-15T08:16:40.000Z","#
                    + #""link":"app://a"},{"notificationId":"n1","action":"REPLY","at":"2027-01-15T08:16:40.000Z"},"#
                    + #"{"notificationId":"n2","action":"dismissed","at":"2027-01-15T08:16:40.000Z"}]}"#
            ])
    }

    @Test("keeps unacknowledged interactions after a kill")
    func survivesRestarts() async throws {
        do {
            let outbox = try await outbox(ScriptedTransport(.lost()))
            try await outbox.add(opened("n1"))
            await #expect(throws: BaliseError.unreachable("no network")) { try await outbox.deliver() }
        }
        let transport = ScriptedTransport(Self.done)
        let outbox = try await outbox(transport)
        #expect(await outbox.waiting == 1)
        #expect(try await outbox.deliver() == 0)
        #expect(try told(transport) == [["n1"]])
    }

    @Test("sends a hundred in one call, and drops the oldest above its limit")
    func bounds() async throws {
        let transport = ScriptedTransport(Self.done, Self.done)
        let outbox = try await outbox(transport, limit: 150)
        for number in 0..<152 { try await outbox.add(opened("n\(number)")) }
        #expect(await outbox.waiting == 150)
        #expect(await outbox.dropped == 2)
        #expect(try await outbox.deliver() == 0)
        #expect(try told(transport).map(\.count) == [100, 50])
        #expect(try told(transport).first?.first == "n2")
    }

    @Test("drops a refused interaction without keeping it, and sends the others")
    func refused() async throws {
        let transport = ScriptedTransport { call, _ throws(BaliseTransportError) in
            call.text.contains("\"bad\"") ? .refusal(400, "INVALID_REQUEST") : try Self.done.get()
        }
        let outbox = try await outbox(transport)
        for id in ["n1", "n2", "bad", "n3"] { try await outbox.add(opened(id)) }
        #expect(try await outbox.deliver() == 0)
        #expect(await outbox.dropped == 1)
        #expect(try !String(decoding: folder.content, as: UTF8.self).contains(#""bad""#))
        let taken = try told(transport).filter { !$0.contains("bad") }.flatMap { $0 }
        #expect(taken.sorted() == ["n1", "n2", "n3"])
    }

    @Test("sends a user's interactions while the user is signed in, and stores none without a user")
    func people() async throws {
        let transport = ScriptedTransport(Self.done)
        let client = try await client(transport)
        let outbox = try client.inbox.interactionOutbox(at: folder.file)
        try await outbox.add(opened("n1"))
        try await client.tokenStore.begin(
            KeptSession(account: "acc_ben", token: SecretText("t2"), refreshToken: SecretText("r2")))
        #expect(try await outbox.deliver() == 1)
        #expect(transport.calls.isEmpty)
        try await client.tokenStore.end(.signedOut)
        await #expect(throws: BaliseError.signedOut) { try await outbox.add(opened("n2")) }
        try await client.tokenStore.begin(.ada)
        #expect(try await outbox.deliver() == 0)
        #expect(try told(transport) == [["n1"]])
    }

    @Test("gathers interactions for a moment, then delivers")
    func runs() async throws {
        let transport = ScriptedTransport(Self.done, Self.done)
        let pause = HeldPause()
        let outbox = try await outbox(transport, pause: pause)
        let running = Task { await outbox.run() }
        var waits = pause.waits.makeAsyncIterator()
        _ = await waits.next()
        for id in ["n1", "n2"] { try await outbox.add(opened(id)) }
        while try told(transport).joined().count < 2 {
            pause.end()
            _ = await waits.next()
        }
        await running.end()
        #expect(try told(transport).flatMap { $0 } == ["n1", "n2"])
    }

    @Test("reads id, action and link from a push")
    func payloads() {
        let payload: [AnyHashable: Any] = [
            "aps": ["alert": "T"], "notificationId": "n1", "link": "app://a",
            "actions": [["id": "REPLY", "title": "Reply", "link": "app://reply"], ["id": "LATER", "title": "Later"]],
        ]
        #expect(BaliseInteraction(BaliseInteraction.opened, of: payload)?.link == "app://a")
        #expect(BaliseInteraction(BaliseInteraction.dismissed, of: payload)?.link == nil)
        #expect(BaliseInteraction("REPLY", of: payload)?.link == "app://reply")
        #expect(BaliseInteraction("LATER", of: payload) == BaliseInteraction(notificationId: "n1", action: "LATER"))
        #expect(BaliseInteraction(BaliseInteraction.opened, of: ["link": "app://a"]) == nil)
        let message: [AnyHashable: Any] = [
            "notificationId": "n1", "actions": #"[{"id":"REPLY","title":"Reply","link":"app://reply"}]"#,
        ]
        #expect(BaliseInteraction("REPLY", of: message)?.link == "app://reply")
    }
}
