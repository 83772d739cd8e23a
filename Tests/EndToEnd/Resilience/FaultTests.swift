// Failures behind the edge, under load: no acknowledged write is lost, and none is done twice. `make fault-test` runs all of
// them; BALISE_FAULT_ROUNDS sets the number of kills, BALISE_KILL_SEED selects targets and moments.

extension EndToEnd {
    @Suite("Faults", .serialized, .enabled(if: Shape.replicas.isAvailable)) struct Faults {
        /// The number of failures in the long tests; nil to skip them.
        static let rounds = ProcessInfo.processInfo.environment["BALISE_FAULT_ROUNDS"].flatMap(Int.init)
        /// The length of the endurance test; nil to skip it.
        static let enduranceMinutes = ProcessInfo.processInfo.environment["BALISE_ENDURANCE_MINUTES"].flatMap(Int.init)

        /// An unanswered registration is retried at once.
        static let settings =
            Setting.trustedProxies("127.0.0.1/32") + ["BALISE_API_REGISTRATIONS_PER_MINUTE": "1000000"]

        static var moments: SeededNumbers {
            let seed = ProcessInfo.processInfo.environment["BALISE_KILL_SEED"].flatMap(UInt64.init)
            let chosen = seed ?? .random(in: 1...999_999)
            print("faults: BALISE_KILL_SEED=\(chosen)")
            return SeededNumbers(seed: chosen)
        }

        func onOwnServer(
            additional: [String] = [], isPrevious: Bool = false,
            _ body: (RunningBalise, TestPostgreSQL) async throws -> Void
        ) async throws {
            let server = try TestPostgreSQL(isDurable: true)
            defer { server.stop() }
            let ground = Ground(additional: additional, storage: server.address(), isPrevious: isPrevious)
            try await RunningBalise.withOwn(.replicas, Self.settings, measures: true, on: ground) { balise in
                try await body(balise, server)
            }
        }

        @Test(
            "Kills of processes of all services and of PostgreSQL lose nothing and repeat nothing",
            .enabled(if: Faults.rounds != nil))
        func kills() async throws {
            let rounds = Self.rounds ?? 0
            var moments = Self.moments
            try await onOwnServer { balise, server in
                let ledger = try await Ledger(people: 6, devices: 4, on: balise)
                var happened: [(name: String, at: ContinuousClock.Instant)] = []
                try await ledger.whileWriting(to: balise) {
                    for _ in 0..<rounds {
                        try await ledger.untilAcknowledged(.random(in: 10...150, using: &moments))
                        // The moment is random: between two acknowledgements and within a commit.
                        try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000, using: &moments)))
                        let fault = Fault.random(of: balise, using: &moments)
                        happened.append((fault.name, .now))
                        try await fault.happen(to: balise, server, using: &moments)
                    }
                    try await ledger.untilAcknowledged(100)
                }
                try await ledger.audit(on: balise, server, database: "balise")
                print("fault test, \(rounds) kills:", ledger.journal.entries.summary)
                for (name, faults) in Dictionary(grouping: happened, by: \.name).sorted(by: { $0.key < $1.key }) {
                    let slowest = faults.map { ledger.journal.comebacks(after: $0.at) }
                        .reduce(into: [:]) { $0.merge($1, uniquingKeysWith: max) }
                    print("    \(faults.count) of \(name); acknowledged again at the latest after:", slowest.text)
                }
            }
        }

        @Test(
            "While PostgreSQL hangs for 30 s, nothing is acknowledged, and nothing is lost",
            .enabled(if: Faults.rounds != nil))
        func standstill() async throws {
            try await onOwnServer { balise, server in
                let ledger = try await Ledger(people: 6, devices: 4, on: balise)
                var (stopped, resumed) = (ContinuousClock.now, ContinuousClock.now)
                try await ledger.whileWriting(to: balise) {
                    try await ledger.untilAcknowledged(200)
                    try await server.suspend()
                    stopped = .now
                    let pause: Result<Void, any Error>
                    do { pause = .success(try await Task.sleep(for: .seconds(30))) } catch { pause = .failure(error) }
                    resumed = .now
                    try server.resume()
                    try pause.get()
                    try await ledger.untilAcknowledged(200)
                }
                let entries = ledger.journal.entries
                let during = entries.filter { $0.began > stopped && $0.ended < resumed }
                #expect(during.count(.acknowledged) == 0, "acknowledged while nothing could be written")
                #expect(during.count(.unavailable) + during.count(.timedOut) > 0)
                try await ledger.audit(on: balise, server, database: "balise")
                print(
                    "fault test, 30 s of standstill: \(during.count) calls meanwhile, the slowest of",
                    (during.map(\.took).max() ?? .zero).text + "; acknowledged again after:",
                    ledger.journal.comebacks(after: resumed).text + ";", entries.summary)
            }
        }
    }
}

enum Fault: Sendable {
    case process(String)
    case session
    /// Kills a process of PostgreSQL; the server then ends all others and recovers.
    case backend

    var name: String {
        switch self {
        case .process(let name): name
        case .session: "sessions"
        case .backend: "backends"
        }
    }

    /// Any process of a service, or a fault of PostgreSQL with the weight of five processes.
    static func random(of balise: RunningBalise, using moments: inout SeededNumbers) -> Fault {
        let running = balise.programs.filter { (try? balise.child($0).isRunning) == true }
        let faults = running.map(Fault.process) + [.session, .session, .session, .session, .backend]
        return faults.randomElement(using: &moments) ?? .session
    }

    func happen(to balise: RunningBalise, _ server: TestPostgreSQL, using moments: inout SeededNumbers) async throws {
        switch self {
        case .process(let name): kill(try balise.child(name).id, SIGKILL)
        case .session: try await server.endSession(UInt64.random(in: 0...999, using: &moments), by: .request)
        case .backend: try await server.endSession(UInt64.random(in: 0...999, using: &moments), by: .signal)
        }
    }
}
