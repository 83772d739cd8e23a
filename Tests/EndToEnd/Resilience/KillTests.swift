// No acknowledged report may be lost. BALISE_KILL_ROUNDS sets the number of kills (5), BALISE_KILL_SEED selects the moments.

extension EndToEnd {
    @Suite("Kill") struct Kill {
        static func setting(_ name: String, _ standard: Int) -> Int {
            ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
        }

        @Test("A kill of location loses no acknowledged update, and the edge answers 503 at once until it is back")
        func underLoad() async throws {
            let rounds = Self.setting("BALISE_KILL_ROUNDS", 5)
            var moments = SeededNumbers(seed: UInt64(Self.setting("BALISE_KILL_SEED", 20_260)))
            let reporters = (0..<16).map { _ in Reporter() }
            let acknowledged = Counter()
            var slowest = (refusal: Duration.zero, comeback: Duration.zero)
            try await RunningBalise.withOwn(.services, measures: true) { balise in
                try await withThrowingTaskGroup { group in
                    for reporter in reporters {
                        group.addTask {
                            while !Task.isCancelled {
                                switch await reporter.report(to: balise) {
                                case 200: acknowledged.add()
                                // Like a client after a "retry later".
                                default: try? await Task.sleep(for: .milliseconds(10))
                                }
                            }
                        }
                    }
                    for round in 1...rounds {
                        let enough = acknowledged.value + Int.random(in: 20...400, using: &moments)
                        try await eventually("updates are acknowledged in round \(round)") {
                            acknowledged.value >= enough
                        }
                        // The moment is random: between two acknowledgements and within a commit.
                        try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000, using: &moments)))
                        let times = try await killOnce(balise, round)
                        slowest = (max(slowest.refusal, times.refusal), max(slowest.comeback, times.comeback))
                    }
                    group.cancelAll()
                    try await group.waitForAll()
                }
                for reporter in reporters { for track in reporter.all { try await track.audit(on: balise) } }
            }
            print(
                "kill test: \(rounds) kills, \(acknowledged.value) acknowledged updates read back;",
                "slowest 503 \(slowest.refusal), slowest return \(slowest.comeback)")
        }

        private func killOnce(_ balise: RunningBalise, _ round: Int) async throws -> (
            refusal: Duration, comeback: Duration
        ) {
            try await balise.child("location").killNow()
            let probe = try await balise.post(.getLocation, Endpoint.getLocation.sample())
            #expect(probe.status == 503, "round \(round): \(probe)")
            #expect(probe.took < .seconds(1), "round \(round): 503 took \(probe.took)")
            #expect(probe.headers["retry-after"] == ["1"])
            let start = ContinuousClock.now
            try balise.launch("location")
            try await eventually("the location service is back in round \(round)") {
                try await balise.post(.getLocation, Endpoint.getLocation.sample()).status == 200
            }
            let took = ContinuousClock.now - start
            #expect(took < .seconds(2), "round \(round): answered again after \(took)")
            return (probe.took, took)
        }
    }
}
