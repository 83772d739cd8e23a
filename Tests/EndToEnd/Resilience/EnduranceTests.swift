// Minutes of mixed load with a kill every 5 s and one full disk. `make endurance-test` gives it a small file system.
// BALISE_ENDURANCE_MINUTES sets its length, BALISE_ENDURANCE_DISK the folder, BALISE_KILL_SEED the targets.

extension EndToEnd {
    @Suite("Endurance", .enabled(if: Faults.enduranceMinutes != nil)) struct Endurance {

        @Test("Kills every 5 s and a full disk lose nothing that was acknowledged")
        func killsAndFullDisk() async throws {
            let folder = URL(filePath: try #require(ProcessInfo.processInfo.environment["BALISE_ENDURANCE_DISK"]))
            let rounds = try #require(Faults.enduranceMinutes) * 12
            var moments = Faults.moments
            let ground = Ground(folder: folder)
            try await RunningBalise.withOwn(.services, Faults.settings, measures: true, on: ground) { balise in
                let ledger = try await Ledger(people: 6, devices: 4, on: balise)
                let filler = try Filler(in: folder)
                var killed: [String: Int] = [:]
                var acknowledgedInFull = 0
                try await ledger.whileWriting(to: balise) {
                    for round in 1...rounds {
                        if round == rounds / 2 {
                            try filler.fill()
                            let before = ledger.journal.acknowledged
                            try await eventually("the full disk refuses a write") {
                                ledger.journal.entries.suffix(200).contains { $0.outcome == .unavailable }
                            }
                            try await Task.sleep(for: .seconds(15))
                            acknowledgedInFull = ledger.journal.acknowledged - before
                            try filler.remove()
                        }
                        let running = balise.programs.filter { (try? balise.child($0).isRunning) == true }
                        let program = try #require(running.randomElement(using: &moments))
                        kill(try balise.child(program).id, SIGKILL)
                        killed[program, default: 0] += 1
                        try await Task.sleep(for: .seconds(5))
                    }
                    try await ledger.untilAcknowledged(100)
                }
                try await ledger.audit(on: balise)
                print("endurance test, \(rounds) kills:", ledger.journal.entries.summary)
                let kills = killed.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
                print("    \(kills.joined(separator: ", ")); \(acknowledgedInFull) acknowledged on the full disk")
            }
        }
    }
}

/// A file that takes the rest of a small file system.
private struct Filler {
    private struct TooLarge: Error, CustomStringConvertible {
        var description: String { "BALISE_ENDURANCE_DISK has more than 2 GB of free space; use a small file system" }
    }

    private let file: URL

    init(in folder: URL) throws {
        file = folder.appending(path: "filler")
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
        let free = (attributes[.systemFreeSize] as? NSNumber)?.int64Value ?? .max
        guard free < 2_000_000_000 else { throw TooLarge() }
    }

    func fill() throws {
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        for size in [1_048_576, 4096] {
            let piece = Data(count: size)
            while (try? handle.write(contentsOf: piece)) != nil {}
        }
    }

    func remove() throws { try FileManager.default.removeItem(at: file) }
}
