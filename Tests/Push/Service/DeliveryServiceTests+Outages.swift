@testable import Push

extension DeliveryServiceTests {
    @Test("Requests without an answer are followed by one attempt at a time, without using up attempts")
    func connectionsThatEnd() async throws {
        try await FakeFCM.run { fcm in
            let clock = SetClock()
            var settings = Settings().push.fcm
            settings.url = fcm.url
            let google = try FCMGateway(
                settings, account: Secret(fcm.serviceAccount), clock: clock, logger: silentLogger)
            let answered = Mutex(0)
            let gateway = ScriptedGateway { push in
                let outcome = await google.send(push)
                answered.withLock { $0 += 1 }
                return outcome
            }
            try await PushHarness.run(gateway, clock: clock) { push in
                var people: [AccountID] = []
                for number in 0..<20 { people.append(try await push.person("fcm\(number)")) }
                let first = try await push.notify()
                #expect(try await push.record(first, once: .done).counts.sent == 20)
                fcm.answer("fcm", .hangUp)
                let second = try await push.notify(.sample.with { $0.subject = .number(43) })
                #expect(await eventually { answered.withLock { $0 } == 40 })
                for (round, pause) in ([67, 134] as [Int64]).enumerated() {
                    clock.advance(seconds: pause)
                    #expect(await eventually { answered.withLock { $0 } == 41 + round })
                }
                fcm.answer("fcm", nil)
                clock.advance(seconds: 300)
                #expect(try await push.record(second, once: .done).counts.sent == 20)
                #expect(gateway.sent.count == 62)
                var attempts: [Int] = []
                for person in people { attempts += try await push.explain(second, person).deliveries.map(\.attempts) }
                // The first two may have been attempted alone.
                #expect(attempts.count == 20 && attempts.allSatisfy { $0 <= 2 } && attempts.count { $0 == 2 } <= 2)
            }
            await google.close()
        }
    }

    /// FCM works; APNs has another outcome for the first twenty pushes.
    private func scripted(first: DeliveryOutcome, then next: DeliveryOutcome) -> ScriptedGateway {
        let count = Mutex(0)
        return ScriptedGateway { push in
            guard push.provider == .apns else { return .sent(id: nil) }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number <= 20 ? first : next
        }
    }

    /// Waits until the APNs worker has finished its immediate work: another worker has sent a push since.
    private func waitUntilDelivered(_ push: PushHarness, _ round: Int64) async throws {
        _ = try await push.send(SendTestPush(account: AccountID("witness")!, type: .event, subject: .number(round)))
        #expect(await eventually { push.gateway.sent.count { $0.provider == .fcm } == round })
    }

    private func expectOneTry(after pauses: [Int64], _ tried: @Sendable () -> Int, _ push: PushHarness) async throws {
        for (round, pause) in pauses.enumerated() {
            push.clock.advance(seconds: pause)
            #expect(await eventually { tried() == 21 + round })
            try await waitUntilDelivered(push, Int64(round + 1))
            #expect(tried() == 21 + round)
        }
    }

    @Test(
        "An outage during a refused credential allows one attempt at a time",
        arguments: [
            .outage(after: nil, reason: "ServiceUnavailable"), .retry(after: nil, reason: "TooManyRequests"),
            .unreachable(reason: "unreachable"),
        ] as [DeliveryOutcome])
    func illWithoutCredential(outcome: DeliveryOutcome) async throws {
        let gateway = scripted(first: .stopCredential(reason: "Forbidden"), then: outcome)
        @Sendable func tried() -> Int { gateway.sent.count { $0.provider == .apns } }
        try await PushHarness.run(gateway) { push in
            try await push.person("witness", kilometres: 100, token: "fcm-witness")
            for number in 0..<20 { try await push.person("apple\(number)") }
            let made = try await push.notify()
            #expect(await eventually { tried() == 20 })
            try await expectOneTry(after: [60, 1, 2, 4], tried, push)
            gateway.answer { _ in .sent(id: nil) }
            #expect(try await push.happens(inStepsOf: 60) { try await push.record(made).counts.sent == 20 })
        }
    }

    @Test(
        "An outage allows one attempt at a time, sooner than the provider asks, until it ends",
        arguments: [
            .outage(after: .seconds(3600), reason: "ServiceUnavailable"),
            .lost(.retry(after: nil, reason: "connection lost")),
        ] as [DeliveryOutcome])
    func longOutage(next: DeliveryOutcome) async throws {
        let gateway = scripted(first: .outage(after: .seconds(3600), reason: "ServiceUnavailable"), then: next)
        @Sendable func tried() -> Int { gateway.sent.count { $0.provider == .apns } }
        try await PushHarness.run(gateway) { push in
            try await push.person("witness", kilometres: 100, token: "fcm-witness")
            var people: [AccountID] = []
            for number in 0..<20 { people.append(try await push.person("apple\(number)")) }
            let made = try await push.notify()
            #expect(await eventually { tried() == 20 })
            try await expectOneTry(after: [67, 134], tried, push)
            gateway.answer { _ in .sent(id: nil) }
            push.clock.advance(seconds: 300)
            #expect(try await push.record(made, once: .done).counts.sent == 20)
            for person in people { #expect(try await push.explain(made, person).deliveries.map(\.attempts) == [1]) }
        }
    }

    /// A single refused push waits alone. Many mean an outage, so later pushes wait too.
    @Test("After a restart the provider's pause still holds", arguments: [1, 20])
    func outageOverRestart(count: Int) async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        let ill = ScriptedGateway { push in
            push.provider == .fcm ? .sent(id: nil) : .outage(after: .seconds(45), reason: "ServiceUnavailable")
        }
        try await PushHarness.run(ill, clock: clock, in: folder) { push in
            try await push.person("witness", kilometres: 100, token: "fcm-witness")
            for number in 0..<count { try await push.person("apple\(number)") }
            _ = try await push.notify()
            #expect(await eventually { ill.sent.count == count })
        }
        let well = ScriptedGateway()
        @Sendable func apple() -> Int { well.sent.count { $0.provider == .apns } }
        try await PushHarness.run(well, clock: clock, in: folder) { push in
            if count > 1 { _ = try await push.notify(.sample.with { $0.subject = .number(43) }) }
            for round in 1...2 {
                try await waitUntilDelivered(push, Int64(round))
                #expect(apple() == 0)
                clock.advance(seconds: round == 1 ? 44 : 20)
            }
            let all = count > 1 ? 2 * count : 1
            #expect(await eventually { apple() == all })
        }
        let last = ScriptedGateway()
        try await PushHarness.run(last, clock: clock, in: folder) { push in
            _ = try await push.notify(.sample.with { $0.subject = .number(44) })
            #expect(await eventually { last.sent.count { $0.provider == .apns } == count })
        }
    }
}
