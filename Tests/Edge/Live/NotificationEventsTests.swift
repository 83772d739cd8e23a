@testable import Edge

@Suite("The events of a notification", .timeLimit(.minutes(10))) struct NotificationEventsTests {
    private final class Scene: Sendable {
        let clock = SteppedClock()
        let hub: LiveHub
        let text = Mutex("")
        let record = Mutex(People.record(People.notification))
        let refusal = Mutex<EdgeError?>(nil)
        let asked = Mutex(0)

        init() { hub = LiveHub(ScriptedServices(), replicas: [], limits: Settings().http.limits, clock: clock) }

        func write(after lastEventID: String? = nil) async throws {
            let events = NotificationEvents(live: hub) { [self] () async throws(EdgeError) in
                asked.withLock { $0 += 1 }
                return record.withLock { $0 }
            } isStillCalling: { [self] () async throws(EdgeError) in
                if let error = refusal.withLock({ $0 }) { throw error }
            }
            try await events.write(record.withLock { $0 }, after: lastEventID) { [self] bytes in
                text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
            }
        }

        /// Advances a second after the stream waits.
        func pass() async throws {
            try await eventually("it waits") { self.clock.sleepers == 1 }
            clock.advance(by: .seconds(1))
        }

        var written: String { text.withLock { $0 } }
        var lastID: String? {
            written.split(separator: "\n").last { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
        }
    }

    @Test("The stream shows the counts and each change, and ends with the delivery")
    func changes() async throws {
        let scene = Scene()
        let writing = Task { try await scene.write() }
        try await eventually("the first counts") { scene.written.contains(#""sent":1,"#) }
        #expect(scene.written.hasPrefix("retry: 2000\n: balise\n\nevent: counts\nid: 2."))
        scene.record.withLock { $0.counts.sent = 7 }
        try await scene.pass()
        try await eventually("the second counts") { scene.written.contains(#""sent":7,"#) }
        for _ in 0..<3 { try await scene.pass() }
        try await eventually("two more looks") { scene.asked.withLock { $0 } == 3 }
        scene.record.withLock { $0.state = .done }
        for _ in 0..<4 { try await scene.pass() }
        try await writing.value
        #expect(scene.written.hasSuffix("event: end\ndata: {\"reason\":\"done\"}\n\n"))
        #expect(scene.written.components(separatedBy: "event: counts").count == 4)
    }

    @Test("The stream continues after the client's last event, and sends heartbeats")
    func goesOn() async throws {
        let first = Scene()
        first.record.withLock { $0.state = .done }
        try await first.write()
        let id = try #require(first.lastID)
        let again = Scene()
        again.record.withLock { $0.state = .done }
        try await again.write(after: id)
        #expect(!again.written.contains("event: counts") && again.written.contains("event: end"))

        let scene = Scene()
        let writing = Task { try await scene.write() }
        for _ in 0..<15 { try await scene.pass() }
        try await eventually("a heartbeat") { scene.written.contains("\n\n:\n\n") }
        // The viewer has been checked once by then.
        try await eventually("it waits") { scene.clock.sleepers == 1 }
        scene.refusal.withLock { $0 = EdgeError(.forbidden, "") }
        for _ in 0..<15 { try await scene.pass() }
        try await writing.value
        #expect(scene.written.hasSuffix("event: end\ndata: {\"reason\":\"refused\"}\n\n"))
    }

    @Test("The stream ends for a caller who loses the right to see it")
    func refusedMeanwhile() async throws {
        let scene = Scene()
        scene.refusal.withLock { $0 = EdgeError(.forbidden, "") }
        let writing = Task { try await scene.write() }
        for second in 0..<15 {
            scene.record.withLock { $0.counts.sent = 10 + second }
            try await scene.pass()
        }
        let isRefused = await eventually { scene.written.hasSuffix("data: {\"reason\":\"refused\"}\n\n") }
        #expect(isRefused)
        if !isRefused {
            scene.hub.end()
            try await scene.pass()
        }
        try await writing.value
    }

    @Test("The stream ends with the server")
    func closing() async throws {
        let scene = Scene()
        let writing = Task { try await scene.write() }
        try await eventually("it waits") { scene.clock.sleepers == 1 }
        scene.hub.end()
        scene.clock.advance(by: .seconds(1))
        try await writing.value
        #expect(scene.written.hasSuffix("event: end\ndata: {\"reason\":\"closing\"}\n\n"))
    }
}
