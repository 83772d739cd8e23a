extension EndToEnd.Faults {
    private struct Part {
        var quiet: [JournalEntry] = []
        var disturbed: [JournalEntry] = []

        /// The ratio of the 99th percentiles, with kills and without.
        var ratio: Double { disturbed.percentile(99) / quiet.percentile(99) }
    }

    private static let kills = 5

    @Test(
        "Kills of one of three location processes cause at most 1 % of 503, and p99 grows by at most half",
        .enabled(if: Self.rounds != nil))
    func lostReplica() async throws {
        var moments = Self.moments
        try await onOwnServer(additional: ["location-3"]) { balise, _ in
            let ledger = Ledger(devices: 6)
            var parts: [Part] = []
            try await ledger.whileWriting(to: balise) {
                try await ledger.untilAcknowledged(1000)
                // Alternating, because the speed of a shared machine varies.
                for _ in 0..<5 {
                    var part = Part()
                    part.quiet = try await ledger.journal.entries(during: .seconds(2 * Self.kills))
                    let began = ContinuousClock.now
                    for _ in 0..<Self.kills {
                        let victim = ["location", "location-2", "location-3"].randomElement(using: &moments)
                        kill(try balise.child(victim ?? "location").id, SIGKILL)
                        _ = try await ledger.journal.entries(during: .seconds(2))
                    }
                    part.disturbed = ledger.journal.entries(within: began..<ContinuousClock.now)
                    parts.append(part)
                }
            }
            let (quiet, disturbed) = (parts.flatMap(\.quiet), parts.flatMap(\.disturbed))
            #expect(quiet.count(.acknowledged) == quiet.count, "without kills all is answered")
            #expect(disturbed.count(.timedOut) == 0 && disturbed.count(.unanswered) == 0)
            let refused = Double(disturbed.count(.unavailable)) / Double(disturbed.count)
            #expect(refused <= 0.01)
            let ratios = parts.map(\.ratio).sorted()
            #expect(ratios[ratios.count / 2] <= 1.5, "\(ratios)")
            try await ledger.audit(on: balise)
            print("fault test, one of three replicas, quiet:", quiet.summary)
            print(
                "fault test, one of three replicas, \(parts.count * Self.kills) kills: \(refused * 100) % answered 503;",
                "p99 to that without kills \(ratios);", disturbed.summary)
        }
    }
}

extension Journal {
    fileprivate func entries(during span: Duration) async throws -> [JournalEntry] {
        let began = ContinuousClock.now
        // The pace of the faults, and of the time without any.
        try await Task.sleep(for: span)
        return entries(within: began..<ContinuousClock.now)
    }
}
