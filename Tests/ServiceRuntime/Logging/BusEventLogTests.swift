@testable import ServiceRuntime

@Suite("The log of the bus") struct BusEventLogTests {
    private final class Moment: Sendable {
        private let now = Mutex(ContinuousClock.now)

        var instant: ContinuousClock.Instant { now.withLock { $0 } }
        func pass(_ span: Duration) { now.withLock { $0 = $0.advanced(by: span) } }
    }

    private func lines(_ body: (BusEventLog, Moment) -> Void) throws -> [[String: String]] {
        let output = LogOutput()
        let moment = Moment()
        body(BusEventLog(output.logger(), metrics: MetricsRegistry()) { moment.instant }, moment)
        return try output.lines().map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let metadata = object?["metadata"] as? [String: Any] ?? [:]
            return metadata.mapValues { "\($0)" }
        }
    }

    private let refusal = BusEvent.notPermitted(service: .identity, caller: .location, code: MessageCode(.identity, 7))

    @Test("Refusals of one peer are logged at once, and then once a minute with their number")
    func flood() throws {
        let lines = try lines { log, moment in
            for _ in 0..<100_000 { log.receive(refusal) }
            moment.pass(.seconds(59))
            log.flush()
            moment.pass(.seconds(1))
            log.receive(refusal)
            log.receive(refusal)
        }
        #expect(lines.map { $0["count"] } == ["1", "100000"])
        #expect(lines.allSatisfy { $0["caller"] == "location" && $0["service"] == "identity" })
    }

    @Test("Counted refusals are also logged without further ones, and at the end")
    func rest() throws {
        let lines = try lines { log, moment in
            for _ in 0..<10 { log.receive(refusal) }
            moment.pass(.seconds(60))
            log.flush()
            log.flush()
            for _ in 0..<4 { log.receive(refusal) }
            log.recordShutdown()
        }
        #expect(lines.map { $0["count"] } == ["1", "9", "4"])
    }

    @Test("A service that is not there yet is logged as info, and a lost one as a warning")
    func waiting() throws {
        let output = LogOutput()
        let log = BusEventLog(output.logger(), metrics: MetricsRegistry())
        let endpoint = try Endpoint("ipc:///srv/d/run/identity.sock")
        log.receive(.disconnected(.identity, at: endpoint, reason: .nobodyAnswers))
        log.receive(.connected(.identity, at: endpoint))
        log.receive(.disconnected(.identity, at: endpoint, reason: .lost))
        let levels = output.lines().map { $0.contains(#""level":"warning""#) }
        #expect(levels == [false, false, true])
    }

    @Test("An unknown key is logged at once, and is the reason until the connection is established")
    func foreignKey() throws {
        let output = LogOutput()
        let absences = PeerAbsences()
        let log = BusEventLog(output.logger(), metrics: MetricsRegistry(), absences: absences)
        let endpoint = try Endpoint("tcp://a:7404")
        #expect(absences.reason(at: endpoint) == nil)
        log.receive(.disconnected(.location, at: endpoint, reason: .ourKeyIsUnknown))
        let line = try #require(output.lines().first)
        #expect(line.contains(#""level":"warning""#) && line.contains("the service does not know our key"))
        #expect(absences.reason(at: endpoint) == .ourKeyIsUnknown)
        log.receive(.connected(.location, at: endpoint))
        #expect(absences.reason(at: endpoint) == nil)
    }

    @Test("The log and the metrics name the address of a service that is away")
    func addresses() throws {
        let output = LogOutput()
        let metrics = MetricsRegistry()
        let log = BusEventLog(output.logger(), metrics: metrics)
        let (first, second) = (try Endpoint("tcp://a:7404"), try Endpoint("tcp://b:7404"))
        log.receive(.connected(.location, at: first))
        log.receive(.connected(.location, at: second))
        log.receive(.disconnected(.location, at: second, reason: .lost))
        func up() -> [String: Double] {
            let samples = metrics.snapshot().filter { $0.name == "balise_bus_peer_up" }
            #expect(samples.allSatisfy { $0.labels.contains(["peer", "location"]) && $0.kind == .gauge })
            return Dictionary(
                uniqueKeysWithValues: samples.map { sample in
                    (sample.labels.first { $0[0] == "address" }?[1] ?? "", sample.value)
                })
        }
        #expect(up() == ["tcp://a:7404": 1, "tcp://b:7404": 0])
        #expect(output.lines().last?.contains(#""address":"tcp://b:7404""#) == true)
        log.receive(.connected(.location, at: second))
        log.receive(.doesNotAnswer(.location, at: first))
        #expect(up() == ["tcp://a:7404": 0, "tcp://b:7404": 1])
        log.receive(.answersAgain(.location, at: first))
        #expect(up() == ["tcp://a:7404": 1, "tcp://b:7404": 1])
    }

    @Test("Each peer and each kind is counted separately, up to a limit")
    func peers() throws {
        let few = try lines { log, _ in
            for _ in 0..<5 {
                log.receive(refusal)
                log.receive(.notPermitted(service: .identity, caller: .push, code: MessageCode(.identity, 7)))
                log.receive(.falseName(service: .identity, claimed: .edge, key: "location"))
                log.receive(.unknownKey(address: "192.0.2.1", count: 1))
                log.receive(.malformedMessages(count: 1, reason: "no header"))
            }
        }
        #expect(few.count == 5)
        let many = try lines { log, _ in
            for number in 0..<5000 { log.receive(.unknownKey(address: "192.0.2.1:\(number)", count: 1)) }
        }
        #expect(many.count == 257 && many.last?["address"] == "others")
    }
}
