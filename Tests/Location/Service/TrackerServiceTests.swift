@testable import Location

@Suite("A tracker over the bus", .timeLimit(.minutes(10))) struct TrackerServiceTests {
    private func claimed(_ location: LocationHarness) async throws {
        _ = try await location.send(SetDeviceKey(device: .owner, newKey: .right))
        _ = try await location.send(ClaimDevice(account: .ada, device: .owner, key: .right))
    }

    @Test("A tracker reports with its token, in its own unit of speed unless the request has one")
    func reports() async throws {
        try await LocationHarness.run { location in
            try await claimed(location)
            let made = try await location.send(
                CreateTracker(
                    account: .ada, device: .owner, settings: TrackerChanges(name: Personal("phone"), speedUnit: .knots))
            )
            #expect(made.token.value.utf8.count == 22 && made.tracker.name.value == "phone")
            var second: Int64 = 0
            for (unit, speed) in [(nil, "5.14"), (.kilometresPerHour, "2.78"), (.metresPerSecond, "10")]
                as [(SpeedUnit?, String)]
            {
                second += 1
                let reply = try await location.send(
                    ReportByTracker(
                        token: Personal(made.token.value), reports: [.sample(second, speed: "10")], speedUnit: unit))
                #expect(reply.stored == 1 && reply.device == .owner)
                let found = try await location.send(GetLocation(reader: Reader(device: .friend), devices: [.owner]))
                #expect(found.found.first??.location.speed?.json == speed)
            }
            #expect(try await location.send(RevokeTracker(account: .ada, tracker: made.tracker.id)) == Done())
            let late = ReportByTracker(token: Personal(made.token.value), reports: [])
            #expect(try await location.outcome(late) == .invalidToken)
            #expect(try await location.send(ListTrackers(account: .ada)).isEmpty)
        }
    }

    @Test(
        "A setting out of range is refused by its name",
        arguments: [
            (TrackerChanges(name: Personal("")), "name"), (TrackerChanges(name: Personal("a\nb")), "name"),
            (TrackerChanges(name: Personal(String(repeating: "a", count: 101))), "name"),
            (TrackerChanges(speedUnit: SpeedUnit(rawValue: "mph")), "speedUnit"),
            (TrackerChanges(retentionMinutes: 0), "retentionMinutes"),
            (TrackerChanges(retentionMinutes: 525_601), "retentionMinutes"),
        ])
    func settings(_ settings: TrackerChanges, _ field: String) async throws {
        #expect(throws: ServiceError.self) { try TrackerSettings.check(settings) }
        do { try TrackerSettings.check(settings) } catch { #expect(error.field == field) }
    }

    @Test("A request has at most 5,000 places, and its token never shows")
    func bounds() async throws {
        try await LocationHarness.run { location in
            let many = ReportByTracker(
                token: Personal("secret"),
                reports: Array(repeating: .sample(1), count: ReportByTracker.maximumReports + 1))
            let outcome = try await location.outcome(many)
            #expect(outcome == .invalidRequest)
            #expect(!"\(many)".contains("secret"))
        }
    }
}
