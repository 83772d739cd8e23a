@Suite("A screen of preferences", .timeLimit(.minutes(10)))
struct PreferencesEditorTests {
    /// A server that stores preferences, and refuses the ones that a test names.
    private final class Server: Sendable {
        let stored = Mutex(NotificationChoices.all)
        let answers = Mutex<[BaliseTransportError]>([])
        let refused: @Sendable (NotificationChoices) -> Bool

        init(refusing refused: @escaping @Sendable (NotificationChoices) -> Bool = { _ in false }) {
            self.refused = refused
        }

        var transport: ScriptedTransport {
            ScriptedTransport { call, _ throws(BaliseTransportError) in
                guard call.method == "PUT" else { return .json(self.stored.withLock { $0.text }) }
                guard let sent = try? NotificationChoices(jsonText: Array(call.body ?? Data())) else {
                    return .refusal(400, "INVALID_REQUEST")
                }
                if let error = self.answers.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                    // The server does the work, but its answer is lost.
                    self.stored.withLock { $0 = sent }
                    throw error
                }
                if self.refused(sent) { return .refusal(400, "INVALID_REQUEST") }
                self.stored.withLock { $0 = sent }
                return .json(sent.text)
            }
        }
    }

    private func editor(_ transport: ScriptedTransport, _ pause: any BaliseSleeper) async throws -> PreferencesEditor {
        try await BaliseClient.scripted(transport, pause: pause).preferences.editor()
    }

    @Test("saves once for many changes, 300 ms after the last")
    func debounced() async throws {
        let (server, pause) = (Server(), HeldPause())
        let transport = server.transport
        let editor = try await editor(transport, pause)
        var waits = pause.waits.makeAsyncIterator()
        for radius in 11...14 {
            await editor.change { $0.notificationRadius = radius }
            #expect(await waits.next() == 0.3)
        }
        var statuses = await editor.statuses().makeAsyncIterator()
        let before = await statuses.next()
        #expect(before?.shown.notificationRadius == 14 && before?.isSaved == false)
        #expect(transport.calls.map(\.method) == ["GET"])

        pause.end()
        while let status = await statuses.next(), !status.isSaved {}
        #expect(transport.calls.map(\.line).dropFirst() == ["PUT /api/v1/notification-preferences"])
        #expect(server.stored.withLock { $0.notificationRadius } == 14)
    }

    @Test("reverts to the server's state after a refusal")
    func rollback() async throws {
        let server = Server { $0.notificationRadius > 50 }
        let editor = try await editor(server.transport, HeldPause())
        await editor.change { $0.notifyNewOffers = false }
        try await editor.save()
        await editor.change { $0.notificationRadius = 60 }
        #expect(try await failure { try await editor.save() }.code == .invalidRequest)
        let status = await editor.status
        #expect(status.shown.notificationRadius == 10 && !status.shown.notifyNewOffers)
        #expect(status.isSaved && status.problem?.code == .invalidRequest)
        // The next change is independent of the refused one.
        await editor.change { $0.notificationRadius = 20 }
        try await editor.save()
        #expect(await editor.status.problem == nil)
        #expect(server.stored.withLock { $0.notificationRadius } == 20)
    }

    @Test("keeps a change that could not be sent, and saves it with the next")
    func withoutNetwork() async throws {
        let server = Server()
        server.answers.withLock { $0 = [.unreachable("no network")] }
        let editor = try await editor(server.transport, HeldPause())
        await editor.change { $0.notifyLocalEvents = false }
        await #expect(throws: BaliseError.unreachable("no network")) { try await editor.save() }
        let status = await editor.status
        #expect(!status.shown.notifyLocalEvents && !status.isSaved && status.problem != nil)
        await editor.change { $0.notificationRadius = 30 }
        try await editor.save()
        #expect(server.stored.withLock { !$0.notifyLocalEvents && $0.notificationRadius == 30 })
        #expect(await editor.status.isSaved)
    }

    @Test("saves again to undo a change that may have arrived")
    func changedBack() async throws {
        let server = Server()
        server.answers.withLock { $0 = [.timedOut] }
        let editor = try await editor(server.transport, HeldPause())
        await editor.change { $0.notifyNewOffers = false }
        await #expect(throws: BaliseError.timedOut) { try await editor.save() }
        #expect(server.stored.withLock { !$0.notifyNewOffers })
        await editor.change { $0.notifyNewOffers = true }
        try await editor.save()
        #expect(server.stored.withLock { $0.notifyNewOffers })
    }

    @Test("sends one save at a time, the latest choice last")
    func oneAtATime() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (gate, open) = AsyncStream.makeStream(of: Never.self)
        let transport = ScriptedTransport { call, number in
            guard call.method == "PUT" else { return .json(NotificationChoices.all.text) }
            if number == 1 {
                enter.yield()
                for await _ in gate {}
            }
            return .json(call.text)
        }
        let pause = HeldPause()
        let editor = try await editor(transport, pause)
        var waits = pause.waits.makeAsyncIterator()
        await editor.change { $0.notificationRadius = 20 }
        _ = await waits.next()
        pause.end()
        for await _ in entered { break }
        // The user makes another change during the first save.
        await editor.change { $0.notificationRadius = 40 }
        _ = await waits.next()
        #expect(transport.calls.count == 2)
        open.finish()
        try await editor.save()
        #expect(
            try transport.calls.dropFirst().map { try NotificationChoices(jsonText: Array($0.body ?? Data())) }
                .map(\.notificationRadius) == [20, 40])
        #expect(await editor.status.shown.notificationRadius == 40)
    }

    @Test("sends nothing without a change")
    func nothingChanged() async throws {
        let transport = Server().transport
        let editor = try await editor(transport, HeldPause())
        await editor.change { $0.notificationRadius = 20 }
        await editor.change { $0.notificationRadius = 10 }
        try await editor.save()
        #expect(transport.calls.map(\.method) == ["GET"])
    }

    @Test("loads changes made elsewhere, but never over unsaved ones")
    func reload() async throws {
        let server = Server()
        let editor = try await editor(server.transport, HeldPause())
        server.stored.withLock { $0.notificationRadius = 25 }
        try await editor.reload()
        #expect(await editor.status.shown.notificationRadius == 25)
        await editor.change { $0.notifyNewOffers = false }
        server.stored.withLock { $0.notificationRadius = 35 }
        try await editor.reload()
        let shown = await editor.status.shown
        #expect(shown.notificationRadius == 25 && !shown.notifyNewOffers)
    }
}

extension NotificationChoices {
    /// The defaults for a user without choices.
    static let all = NotificationChoices(
        notifyNewOffers: true, notifyNewProNearby: true, notifyLocalEvents: true, notificationRadius: 10,
        preferredCategories: ["FOOD_PLAISIRS"])

    var text: String { String(decoding: json.bytes, as: UTF8.self) }
}
