@testable import Location

@Suite("The histories of the location service", .timeLimit(.minutes(10))) struct HistoryServiceTests {
    private func claim(_ location: LocationHarness) async throws {
        _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
        _ = try await location.send(ClaimDevice(account: .ada, device: .owner, key: .right))
    }

    private func read(limit: Int = 10, by account: AccountID = .ada) -> ReadDeviceHistory {
        ReadDeviceHistory(account: account, device: .owner, range: HistoryRange(), limit: limit)
    }

    @Test("Points older than the owner's limit are deleted in the background")
    func housekeeping() async throws {
        try await LocationHarness.run { location in
            try await claim(location)
            _ = try await location.send(UpdateLocation.of(.owner, [1, 2, 3], key: .right))
            #expect(try await location.send(read()).points.count == 3)
            let set = SetHistoryRetention(account: .ada, device: .owner, days: 1)
            #expect(try await location.send(set) == HistoryRetention(days: 1, maximumPoints: 1023))
            let get = GetHistoryRetention(account: .ada, device: .owner)
            #expect(try await location.send(get).days == 1)
            #expect(
                try await eventually {
                    location.signalPurge()
                    return try await location.send(read()).points.count == 1
                })
        }
    }

    @Test("An import of one bad point changes nothing, and an account without a claim learns nothing")
    func refusals() async throws {
        try await LocationHarness.run { location in
            try await claim(location)
            var north = Location.sample(2)
            north.latitude = LocationValue(json: "91")
            let bad = ImportDeviceHistory(account: .ada, device: .owner, points: [.sample(1), north])
            #expect(try await location.refusal(bad)?.message == "point 2: Latitude is not within -90 and 90")
            #expect(try await location.send(read()).points.isEmpty)
            let good = ImportDeviceHistory(account: .ada, device: .owner, points: [.sample(1)])
            #expect(try await location.send(good) == ImportDeviceHistory.Reply(stored: 1, known: 0, dropped: 0))
            let unknown = ReadDeviceHistory(account: .ben, device: .named("nobody"), range: HistoryRange(), limit: 10)
            let refusal = try await location.refusal(unknown)
            #expect(refusal?.code == .notFound)
            #expect(try await location.refusal(read(by: .ben)) == refusal)
            #expect(try await location.outcome(read(limit: 0)) == .invalidRequest)
            #expect(try await location.outcome(read(limit: 1001)) == .invalidRequest)
        }
    }
}
