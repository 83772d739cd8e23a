extension EndToEnd.Faults {
    private func onTwoServers(
        _ settings: [String: String] = [:], measures: Bool,
        _ body: (RunningBalise, TestPostgreSQL, TestPostgreSQL) async throws -> Void
    ) async throws {
        let primary = try TestPostgreSQL(isDurable: true)
        defer { primary.stop() }
        let standby = try await primary.makeStandby()
        defer { standby.stop() }
        let storage = "postgres://balise@/balise?host=\(primary.folder.path),\(standby.folder.path)"
        let (settings, ground) = (Self.settings + settings, Ground(storage: storage))
        try await RunningBalise.withOwn(.replicas, settings, measures: measures, on: ground) {
            try await body($0, primary, standby)
        }
    }

    @Test(
        "A promoted standby has all acknowledged writes, and accepts writes within 2 s",
        .enabled(if: Self.rounds != nil), arguments: 1...3)
    func failover(_ round: Int) async throws {
        var moments = Self.moments
        try await onTwoServers(measures: true) { balise, primary, standby in
            let ledger = try await Ledger(people: 6, devices: 4, on: balise)
            var (failed, commanded, promoted) = (ContinuousClock.now, ContinuousClock.now, ContinuousClock.now)
            try await ledger.whileWriting(to: balise) {
                try await ledger.untilAcknowledged(.random(in: 300...600, using: &moments))
                failed = .now
                try primary.killNow()
                // The time until a monitor would notice.
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...1000, using: &moments)))
                commanded = .now
                try await standby.promote()
                promoted = .now
                try await ledger.untilAcknowledged(300)
            }
            let comebacks = ledger.journal.comebacks(after: commanded)
            for kind in [WriteKind.report, .position, .preferences, .refresh] {
                let took = try #require(comebacks[kind], "\(kind) is not acknowledged again")
                #expect(took < .seconds(2), "\(kind)")
            }
            try await ledger.audit(on: balise, standby, database: "balise")
            print(
                "fault test, failover \(round): commanded after \((commanded - failed).text), promoted in",
                (promoted - commanded).text + "; acknowledged again after the command:", comebacks.text + ";",
                ledger.journal.entries.summary)
        }
    }

    @Test("Kills of processes and of the primary lose no acknowledged write")
    func few() async throws {
        var moments = Self.moments
        try await onTwoServers(Setting.patient, measures: false) { balise, server, standby in
            let ledger = try await Ledger(people: 4, devices: 2, on: balise)
            try await ledger.whileWriting(to: balise) {
                for fault in [Fault.process("location"), .process("identity-2"), .session, .process("edge")] {
                    try await ledger.untilAcknowledged(30)
                    try await fault.happen(to: balise, server, using: &moments)
                }
                try await ledger.untilAcknowledged(30)
                try server.killNow()
                try await standby.promote()
                try await ledger.untilAcknowledged(30)
            }
            try await ledger.audit(on: balise, standby, database: "balise")
        }
    }
}
