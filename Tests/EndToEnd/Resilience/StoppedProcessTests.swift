extension EndToEnd {
    @Suite("Stopped processes") struct StoppedProcess {
        private func want(_ radius: Int, of person: SignedInPerson) async throws -> Answer {
            try await person.call(.PUT, "notification-preferences", Choices.body(radius: radius))
        }

        /// Reads the stored radius repeatedly while a process works through its queue.
        private func check(_ radius: Int, isKeptOf person: SignedInPerson) async throws {
            for _ in 0..<20 {
                let answer = try await person.call(.GET, "notification-preferences")
                try #require(answer.json?["notificationRadius"] == .number("\(radius)"), "\(answer)")
                try await Task.sleep(for: .milliseconds(20))
            }
        }

        @Test(
            "A resumed process does not overwrite what another replica has acknowledged",
            .enabled(if: Shape.replicas.isAvailable))
        func replicas() async throws {
            try await RunningBalise.withOwn(.replicas, Setting.patient, measures: true) { balise in
                let person = try await Person(.meeshy).signUp(on: balise)
                var moved = 0
                for round in 0..<5 {
                    // One of the two has the account.
                    for name in ["preferences", "preferences-2"] {
                        let (first, second) = (10 + round, 30 + round)
                        try await balise.whileStopped(name) {
                            let answer = try await want(first, of: person)
                            #expect(answer.status == 200, "\(answer)")
                            if answer.took > .milliseconds(600) { moved += 1 }
                            let next = try await want(second, of: person)
                            #expect(next.status == 200, "\(next)")
                        }
                        try await check(second, isKeptOf: person)
                    }
                }
                #expect(moved > 0, "the stopped one had the account at times")
            }
        }

        @Test("A resumed process does not do what its caller was refused", arguments: [(503, "10s"), (504, "1500ms")])
        func single(status: Int, timeout: String) async throws {
            let settings = ["BALISE_HTTP_REQUEST_TIMEOUT": timeout]
            try await RunningBalise.withOwn(.services, settings, measures: true) { balise in
                let person = try await Person(.meeshy).signUp(on: balise)
                for round in 0..<3 {
                    try #require(try await want(40 + round, of: person).status == 200)
                    try await balise.whileStopped("preferences") {
                        let answer = try await want(10 + round, of: person)
                        #expect(answer.status == status, "\(answer)")
                    }
                    try await check(40 + round, isKeptOf: person)
                }
            }
        }
    }
}
