import Logging

@testable import Identity

@Suite("When a message is tried again", .timeLimit(.minutes(10))) struct MessageRetryTests {
    @Test("A message is tried for a day, after pauses that grow to an hour")
    func pauses() {
        var (now, tries) = (UnixTime.start, 1)
        var pauses: [Int64] = []
        while let next = MessageRetries.next(after: tries, since: .start, at: now) {
            pauses.append((next.rawValue - now.rawValue) / 1000)
            (now, tries) = (next, tries + 1)
        }
        #expect(pauses.prefix(8) == [5, 15, 45, 135, 405, 1215, 3600, 3600])
        #expect(pauses.reduce(0, +) <= 86_400 && pauses.reduce(0, +) > 86_400 - 3600)
        #expect(MessageRetries.next(after: .max, since: .start, at: .start) == UnixTime.start.adding(seconds: 3600))
        #expect(Duration.seconds(MessageRetries.claimSeconds) > MessageRetries.tryLimit)
    }
}

@Suite("The queue of messages", .timeLimit(.minutes(10))) struct MessageQueueTests {
    private let stores = ScratchStores()

    private final class ScriptedSender: MessageSender {
        let failure = Mutex<MessageNotSent?>(nil)
        let tried = Mutex<[PersonalMessage]>([])
        let forgotten = Mutex<[AccountID]>([])
        let hangs = Atomic(false)
        /// Runs while a message is on its way.
        let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)

        var concurrency: Int { 3 }

        func send(_ message: PersonalMessage) async throws(MessageNotSent) {
            tried.withLock { $0.append(message) }
            await meanwhile.withLock { $0 }?()
            while hangs.load(ordering: .relaxed) {
                if Task.isCancelled { throw MessageNotSent(description: "stopped") }
                await Task.yield()
            }
            if let failure = failure.withLock({ $0 }) { throw failure }
        }

        func forget(_ account: AccountID) { forgotten.withLock { $0.append(account) } }
        func fail(_ failure: MessageNotSent?) { self.failure.withLock { $0 = failure } }
        var ids: [String] { tried.withLock { $0.map(\.id) } }
    }

    private struct Running: Sendable {
        let store: IdentityStore
        let sender = ScriptedSender()
        let clock = SetClock()
        let log = LoggedLines()
        let metrics = MetricsRegistry()
        let queue: MessageQueue

        init(_ store: IdentityStore) {
            self.store = store
            queue = MessageQueue(
                store: store, sender: sender,
                composer: MessageComposer(
                    seal: .sample, templates: .builtIn, resetLink: nil, accountLink: "/account", codeLink: nil),
                metrics: metrics, clock: clock, logger: log.logger)
        }

        func add(_ id: String, to name: String = "ada") async throws {
            if try await !store.hasAccount(.named(name)) { try await store.create(name, .email("\(name)@example.org")) }
            _ = try await store.requestPasswordReset(
                of: .of("\(name)@example.org"), token: [UInt8](id.utf8), until: clock.now().adding(seconds: 3600),
                by: .sample(id: id, expiresAt: clock.now().adding(seconds: 3600)), at: clock.now())
        }

        /// Tells a former address, which does not expire.
        func addNotice(_ id: String) async throws {
            if try await !store.hasAccount(.named("ada")) { try await store.create() }
            try await store.confirmAddress()
            _ = try await store.updateProfile(
                .named("ada"), names: .email("\(id)@example.org"), details: ProfileDetails(),
                checked: try await store.password(),
                telling: .sample(.emailChanged, id: id, token: "", expiresAt: nil), at: clock.now())
        }

        func count(_ outcome: String, _ kind: MessageKind = .passwordReset) -> Double {
            let labels = [["kind", kind.rawValue], ["outcome", outcome]]
            return metrics.snapshot().first { $0.name == MessageMetrics.messages && $0.labels == labels }?.value ?? 0
        }

        func until(_ what: String, _ condition: () async throws -> Bool) async throws {
            try await eventually(what) {
                queue.signal()
                return try await condition()
            }
        }
    }

    private func run(_ kind: StoreKind = .sqlite, _ body: (Running) async throws -> Void) async throws {
        let store = try stores.identity(kind)
        let running = Running(store)
        let task = Task { await running.queue.run(isAlone: true) }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(running)) } catch { outcome = .failure(error) }
        await task.end()
        try outcome.get()
    }

    @Test("Each message is sent once, as many at a time as the sender takes", arguments: StoreKind.allCases)
    func sending(kind: StoreKind) async throws {
        try await run(kind) { running in
            running.sender.hangs.store(true, ordering: .relaxed)
            for number in 0..<10 { try await running.add("\(number)", to: "ada\(number)") }
            try await running.until("as many as it takes") { running.sender.ids.count == 3 }
            running.sender.hangs.store(false, ordering: .relaxed)
            try await running.until("all are sent") { running.count("sent") == 10 }
            #expect(running.sender.ids.count == 10 && Set(running.sender.ids).count == 10)
            try await running.until("none waits") { try await running.store.messageStatus() == MessageStatus() }
            #expect(running.log.all.isEmpty)
        }
    }

    @Test("A failed message is sent again with the same id, and the operator sees it")
    func retries() async throws {
        try await run { running in
            running.sender.fail(MessageNotSent(description: "status 503"))
            try await running.add("one")
            try await running.until("the first try") { running.count("delayed") == 1 }
            #expect(await running.queue.finding().found.contains("1 messages are waiting"))
            #expect(await running.queue.finding().found.contains("status 503"))
            running.clock.advance(seconds: 5)
            try await running.until("the second try") { running.count("delayed") == 2 }
            running.sender.fail(nil)
            running.clock.advance(seconds: 15)
            try await running.until("it is sent") { running.count("sent") == 1 }
            #expect(running.sender.ids == ["one", "one", "one"])
            try await running.until("nobody has to know") { await running.queue.finding().state == .ok }
        }
    }

    @Test("A message is given up after a day, and the security log has its account and no address")
    func abandoned() async throws {
        try await run { running in
            running.sender.fail(MessageNotSent(description: "status 503"))
            try await running.addNotice("moved")
            while running.count("abandoned", .emailChanged) == 0 {
                let tries = running.count("delayed", .emailChanged)
                try await running.until("another try") {
                    running.count("delayed", .emailChanged) > tries || running.count("abandoned", .emailChanged) > 0
                }
                running.clock.advance(seconds: 3600)
            }
            #expect(running.clock.now() >= UnixTime.start.adding(seconds: 23 * 3600))
            let lines = running.log.all.filter { $0.contains("event=message_not_sent") }
            #expect(lines.count == 1 && lines.first?.hasPrefix("error message not sent account=ada") == true)
            #expect(lines.first?.contains("reason=status 503") == true)
            #expect(!running.log.all.contains { $0.contains("@") })
            #expect(await running.queue.finding().found.contains("1 messages were given up"))
            try await running.until("it is measured") {
                running.metrics.snapshot().contains { $0.name == MessageMetrics.givenUp && $0.value == 1 }
            }
        }
    }

    @Test("A message that is refused for good is given up at once")
    func refused() async throws {
        try await run { running in
            running.sender.fail(MessageNotSent(description: "status 422", isFinal: true))
            try await running.add("one")
            try await running.until("it is refused") { running.count("refused") == 1 }
            #expect(running.sender.ids == ["one"])
            #expect(running.log.all.contains { $0.contains("event=message_not_sent") && $0.contains("status 422") })
            #expect(try await running.store.messageStatus().dead == 1)
        }
    }

    @Test("A message that has expired is not sent")
    func expired() async throws {
        try await run { running in
            running.sender.fail(MessageNotSent(description: "status 503"))
            try await running.add("one")
            try await running.until("the first try") { running.count("delayed") == 1 }
            running.sender.fail(nil)
            running.clock.advance(seconds: 3600)
            try await running.until("it is dropped") { running.count("expired") == 1 }
            #expect(running.sender.ids == ["one"])
            #expect(running.log.all.contains { $0.contains("event=message_not_sent") && $0.contains("has expired") })
            #expect(try await running.store.messageStatus() == MessageStatus())
        }
    }

    @Test("A message sealed under another secret is given up")
    func unreadable() async throws {
        try await run { running in
            try await running.store.create()
            let other = MessageDraft(
                id: "one", kind: .passwordReset, token: SecretText("t"), expiresAt: nil, locale: nil,
                seal: MessageSeal([UInt8](repeating: 1, count: 32)))
            _ = try await running.store.requestPasswordReset(
                of: .of("ada@example.org"), token: [1], until: .start, by: other, at: .start)
            try await running.until("it is given up") { running.count("refused") == 1 }
            #expect(running.sender.ids.isEmpty)
        }
    }

    @Test("The sender forgets an account that was erased while its message was on its way")
    func erased() async throws {
        try await run { running in
            let store = running.store
            running.sender.meanwhile.withLock {
                $0 = { _ = try? await store.eraseAccount(.named("ada"), at: .start) }
            }
            try await running.add("one")
            try await running.until("it is forgotten") { running.sender.forgotten.withLock { $0 } == [.named("ada")] }
        }
    }

    @Test("No message to an erased account stays, also one that another account queued")
    func otherErased() async throws {
        try await run { running in
            let store = running.store
            try await store.create()
            try await store.create("bob", .email("bob@example.org"))
            func tellBob(_ id: String) async throws {
                try await store.write { connection in
                    let ada = try #require(try AccountTable(connection: connection).find(.named("ada")))
                    let draft = MessageDraft.sample(.emailChange, id: id)
                    try PersonalMessageTable(connection: connection).insert(
                        draft.replaced(by: .emailTaken, for: .named("bob")), of: ada.number,
                        to: Personal("bob@example.org"), in: nil, at: .start)
                }
            }
            running.sender.meanwhile.withLock {
                $0 = { _ = try? await store.eraseAccount(.named("bob"), at: .start) }
            }
            try await tellBob("one")
            try await running.until("it is forgotten") { running.sender.forgotten.withLock { $0 } == [.named("bob")] }
            // One that had not left is not sent any more.
            try await tellBob("two")
            try await running.until("it is gone") { try await store.messageStatus() == MessageStatus() }
            #expect(running.sender.ids == ["one"])
        }
    }

    @Test("An immediate stop leaves unsent messages to the next start", arguments: StoreKind.allCases)
    func stopped(kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let first = Running(store)
        first.sender.hangs.store(true, ordering: .relaxed)
        try await first.add("one")
        let task = Task { await first.queue.run(isAlone: true) }
        try await first.until("it is under way") { first.sender.ids == ["one"] }
        await task.end()
        // No other process has to wait for the end of the claim.
        let second = Running(store)
        let next = Task { await second.queue.run(isAlone: false) }
        try await second.until("it is sent") { second.count("sent") == 1 }
        #expect(second.sender.ids == ["one"] && first.count("delayed") == 0)
        await next.end()
    }

    @Test("A message that a crash interrupted is sent at once, where no other process is at work")
    func crashed() async throws {
        let store = try stores.identity(.sqlite)
        let running = Running(store)
        try await running.add("one")
        // Somebody took it and never came back.
        #expect(try await store.claimMessages(limit: 1, at: .start).count == 1)
        let task = Task { await running.queue.run(isAlone: true) }
        try await running.until("it is sent") { running.count("sent") == 1 }
        await task.end()
    }
}
