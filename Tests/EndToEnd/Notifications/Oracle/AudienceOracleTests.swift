// The oracle shares no code with the server. `make oracle-test` uses 3,000 people. BALISE_ORACLE_PEOPLE sets their number
// (400), BALISE_ORACLE_SEED selects them and their notifications.

extension EndToEnd {
    @Suite("Oracle") struct Oracle {
        @Test(
            "60 notifications of all kinds: each push, each reason and each count is as the oracle says",
            arguments: Shape.standard)
        func everyAudience(shape: Shape) async throws {
            let count = Kill.setting("BALISE_ORACLE_PEOPLE", 400)
            let seed = UInt64(Kill.setting("BALISE_ORACLE_SEED", 20_271))
            var random = SeededNumbers(seed: seed)
            let drawn = OraclePerson.people(count, using: &random)
            let notifications = OracleNotification.notifications(60, among: count, using: &random)
            let rest = random
            try await Notified.run(shape, OracleTerms.settings) { notified in
                let circles = [Place.fresh(), Place.fresh()]
                let start = ContinuousClock.now
                let people = try await notified.register(drawn, around: circles)
                let registered = ContinuousClock.now
                var run = try await OracleRun(people, around: circles, on: notified, seed: seed, rest)
                try await run.send(notifications)
                try await run.compare()
                run.findings.report()
                print(
                    "oracle: \(count) people in \(registered - start), \(notifications.count) notifications in",
                    "\(ContinuousClock.now - registered), BALISE_ORACLE_SEED=\(seed)")
            }
        }
    }
}
