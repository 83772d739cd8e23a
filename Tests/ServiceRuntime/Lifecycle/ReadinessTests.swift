@Suite("Readiness", .timeLimit(.minutes(10))) struct ReadinessTests {
    private let readiness = Readiness()

    @Test("A service is ready only while all its checks succeed, and names those that fail")
    func needs() async {
        let broken = Mutex<[String?]>([nil, nil])
        for place in 0..<2 {
            readiness.add("part", of: "\(place)", .essential) {
                broken.withLock { $0[place] }.map { HealthFinding.failure($0) } ?? .ok("works")
            }
        }
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
        readiness.add("note") { note.withLock { $0 }.map { HealthFinding.warning($0) } ?? .ok("none") }
        readiness.markReady()
        #expect(await readiness.examine() == CheckReadiness.Reply(isReady: true, reason: "two accounts are kept"))
        note.withLock { $0 = nil }
        #expect(await readiness.examine() == CheckReadiness.Reply(isReady: true))
    }

    @Test("A check without an answer is cut off, and the service reports a silent database")
    func silence() async {
        let readiness = Readiness(timeout: .milliseconds(1))
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        readiness.add("database", .essential) {
            for await _ in answers {}
            return .ok("late")
        }
        readiness.markReady()
        #expect(
            await readiness.examine() == CheckReadiness.Reply(isReady: false, reason: "its database does not answer"))
        answer.finish()
    }

    @Test(
        "A warning or failure of a check that is not essential leaves the service ready",
        arguments: [HealthFinding.warning("old", "renew it"), .failure("gone", "put it back")])
    func notEssential(_ finding: HealthFinding) async {
        readiness.add("other") { finding }
        readiness.markReady()
        let reason = "\(finding.found); \(finding.remedy ?? "")"
        #expect(await readiness.examine() == CheckReadiness.Reply(isReady: true, reason: reason))
    }

    @Test("A remote check runs only for an operator, at most once a minute, and is a note for an hour")
    func remote() async {
        let calls = Mutex(0)
        let passed = Mutex(Duration.zero)
        let begin = ContinuousClock.now
        let readiness = Readiness { begin.advanced(by: passed.withLock { $0 }) }
        readiness.add("mail-login", .remote) {
            calls.withLock { $0 += 1 }
            return .failure("refused")
        }
        readiness.markReady()
        #expect(await readiness.examine().reason == nil && calls.withLock { $0 } == 0)
        for (second, count) in [(0, 1), (59, 1), (60, 2)] {
            passed.withLock { $0 = .seconds(second) }
            #expect(await readiness.outcomes(triesRemote: true).map(\.state) == [.failure])
            #expect(calls.withLock { $0 } == count)
        }
        #expect(await readiness.examine() == CheckReadiness.Reply(isReady: true, reason: "refused"))
        passed.withLock { $0 = .seconds(60 + 3600) }
        #expect(await readiness.examine().reason == nil && calls.withLock { $0 } == 2)
    }

    @Test("A remote check that does not answer in time is a warning")
    func remoteSilence() async {
        let readiness = Readiness(remoteTimeout: .milliseconds(1))
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        readiness.add("mail-login", .remote) {
            for await _ in answers {}
            return .ok("late")
        }
        readiness.markReady()
        #expect(await readiness.outcomes(triesRemote: true).map(\.state) == [.warning])
        answer.finish()
    }

    @Test("Each check is a gauge of its state, and an unknown state has none")
    func samples() async {
        readiness.add("a") { .ok("fine") }
        readiness.add("b", of: "x") { .warning("old") }
        readiness.add("c", .essential) { .failure("gone") }
        readiness.add("d") { .unknown("hidden") }
        readiness.markReady()
        let samples = await readiness.samples()
        #expect(samples.allSatisfy { $0.name == "balise_check_state" && $0.kind == .gauge })
        #expect(samples.map(\.value) == [0, 1, 2])
        #expect(samples.map(\.labels) == [[["check", "a"]], [["check", "b"], ["subject", "x"]], [["check", "c"]]])
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
