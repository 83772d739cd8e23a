@Suite("Readiness", .timeLimit(.minutes(10))) struct ReadinessTests {
    private let readiness = Readiness()

    @Test("A service is ready only while all its checks succeed, and names those that fail")
    func needs() async {
        let broken = Mutex<[String?]>([nil, nil])
        for place in 0..<2 { readiness.depend { broken.withLock { $0[place] } } }
        readiness.markReady()
        #expect(await readiness.examine() == CheckReadiness.Reply(isReady: true))
        broken.withLock { $0 = ["no space", "no people"] }
        #expect(await readiness.examine() == CheckReadiness.Reply(isReady: false, reason: "no space; no people"))
        broken.withLock { $0 = [nil, nil] }
        #expect(await readiness.examine() == CheckReadiness.Reply(isReady: true))
    }

    @Test("Notes for the operator are shown while the service is ready")
    func notes() async {
        let note = Mutex<String?>("two accounts are kept")
        readiness.addNote { note.withLock { $0 } }
        readiness.markReady()
        #expect(await readiness.examine() == CheckReadiness.Reply(isReady: true, reason: "two accounts are kept"))
        note.withLock { $0 = nil }
        #expect(await readiness.examine() == CheckReadiness.Reply(isReady: true))
    }

    @Test("A check without an answer is cut off, and the service reports a silent database")
    func silence() async {
        let readiness = Readiness(timeout: .milliseconds(1))
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        readiness.depend {
            for await _ in answers {}
            return nil
        }
        readiness.markReady()
        #expect(
            await readiness.examine() == CheckReadiness.Reply(isReady: false, reason: "its database does not answer"))
        answer.finish()
    }

    @Test("A service is not ready before it marks itself as ready")
    func starting() { #expect(readiness.reply == CheckReadiness.Reply(isReady: false, reason: "starting")) }

    @Test("A service can become ready, and not ready again with a reason")
    func changing() {
        readiness.markReady()
        #expect(readiness.reply == CheckReadiness.Reply(isReady: true))
        readiness.markNotReady("the disk is full")
        #expect(readiness.reply == CheckReadiness.Reply(isReady: false, reason: "the disk is full"))
    }

    @Test("A service that shuts down stays not ready")
    func shuttingDown() {
        readiness.markReady()
        readiness.markShuttingDown()
        readiness.markReady()
        readiness.markNotReady("something else")
        #expect(readiness.reply == CheckReadiness.Reply(isReady: false, reason: "shutting down"))
    }

    @Test("A waiter continues when the service is ready, or shuts down", arguments: [true, false])
    func waiting(_ becomesReady: Bool) async {
        let readiness = readiness
        async let waited: Void = readiness.untilReady()
        if becomesReady { readiness.markReady() } else { readiness.markShuttingDown() }
        await waited
        await readiness.untilReady()
        #expect(readiness.isReady == becomesReady)
    }
}
