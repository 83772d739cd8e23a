final class Reporter: Sendable {
    /// Below the history's limit, so that no acknowledged report may be dropped.
    static let reportsADevice = 800

    struct Track: Sendable {
        var device: String
        var acknowledged: [Int] = []
        var sent = 0
    }

    private let tracks = Mutex<[Track]>([Track(device: Fresh.device())])

    var all: [Track] { tracks.withLock { $0 } }

    func report(to balise: RunningBalise) async -> Int {
        let (device, number) = tracks.withLock { tracks in
            if tracks[tracks.count - 1].sent >= Self.reportsADevice { tracks.append(Track(device: Fresh.device())) }
            tracks[tracks.count - 1].sent += 1
            return (tracks[tracks.count - 1].device, tracks[tracks.count - 1].sent)
        }
        let place = Miataru.place(device, .number(String(number)))
        guard let answer = try? await balise.post(.updateLocation, Miataru.update([place], history: "True")) else {
            return 0
        }
        if answer.status == 200 { tracks.withLock { $0[$0.count - 1].acknowledged.append(number) } }
        return answer.status
    }
}

extension Reporter.Track {
    /// In order, and the newest is not older than the last acknowledged one.
    func audit(on balise: RunningBalise) async throws {
        let history = try await StoredPlaces.history(of: device, on: balise).compactMap(\.integer)
        let missing = Set(acknowledged).subtracting(history)
        #expect(missing.isEmpty, "\(missing.count) of \(acknowledged.count) are missing: \(missing.sorted())")
        #expect(history == history.sorted(by: >), "newest first")
        #expect(Set(history).count == history.count, "none twice")
        #expect(Set(history).isSubset(of: 1...max(1, sent)), "none invented")
        guard let last = acknowledged.last else { return }
        let current = try await StoredPlaces.current(of: device, on: balise)?["Timestamp"]?.integer
        #expect(current.map { $0 >= last } == true, "the current place is at least the last acknowledged one")
    }
}
