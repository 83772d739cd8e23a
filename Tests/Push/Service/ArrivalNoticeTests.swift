@testable import Push

@Suite("Push: notices of arrivals, of new readers and of forwarders", .timeLimit(.minutes(10)))
struct ArrivalNoticeTests {
    private func notice(_ id: String = "9e7b1d2c4f6a8e0b1d5f0c3a", isArrival: Bool = true) -> TellOfArrival {
        TellOfArrival(
            account: AccountID("ada")!, id: NotificationID(id)!, person: Personal("Ben"), place: Personal("School"),
            isArrival: isArrival, at: .start)
    }

    @Test("The watcher gets one push for each notice, however often location sends it")
    func once() async throws {
        try await PushHarness.run { push in
            let zone = "Asia/Tokyo"
            let hours = QuietHours(start: 180, end: 181, timeZone: zone)
            try await push.person("ada", choices: .nothing, quietHours: hours)
            try await push.person("ben")
            // An announcement waits for the feeds, so the time zone has arrived.
            _ = try await push.notify(isDryRun: true)
            for _ in 0..<2 { _ = try await push.send(notice()) }
            _ = try await push.send(notice("7b1d2c4f6a8e0b1d5f0c3a9e", isArrival: false))
            #expect(await eventually { push.gateway.sent.count == 2 })
            #expect(push.gateway.sent.allSatisfy { $0.token.value == .apns("ada") })
            let alerts = push.gateway.sent.compactMap { $0.aps["alert"] as? [String: String] }
            #expect(Set(alerts.compactMap { $0["title"] }) == ["Ben has arrived", "Ben has left"])
            let moment = UnixTime.start.words(in: "en", by: TimeZone(identifier: zone))
            #expect(alerts.allSatisfy { $0["body"] == "School, \(moment)" }, "the time is by the watcher's clock")
        }
    }

    @Test("The owner of a device gets one push about its new readers")
    func readers() async throws {
        try await PushHarness.run { push in
            try await push.person("ada")
            let notice = TellOfReaders(
                account: AccountID("ada")!, id: NotificationID("9e7b1d2c4f6a8e0b1d5f0c3a")!,
                device: DeviceID("her phone")!, reader: Personal("eve"), others: 2, at: .start)
            for _ in 0..<2 { _ = try await push.send(notice) }
            #expect(await eventually { push.gateway.sent.count == 1 })
            let alert = push.gateway.sent.first?.aps["alert"] as? [String: String]
            #expect(alert?["title"] == "A new reader looked at her phone")
            #expect(alert?["body"]?.hasPrefix("eve and 2 more, ") == true)
        }
    }

    @Test("The owner gets one push about a new forwarder, also in quiet hours and with all kinds switched off")
    func forwarder() async throws {
        try await PushHarness.run { push in
            try await push.person(
                "ada", choices: .nothing, quietHours: QuietHours(start: 0, end: 1439, timeZone: "Asia/Tokyo"))
            // An announcement waits for the feeds, so the time zone has arrived.
            _ = try await push.notify(isDryRun: true)
            let notice = TellOfForwarder(
                account: AccountID("ada")!, id: NotificationID("9e7b1d2c4f6a8e0b1d5f0c3a")!,
                device: DeviceID("her phone")!, origin: Personal("https://home.example"), createdAt: .start)
            for _ in 0..<2 { _ = try await push.send(notice) }
            #expect(await eventually { push.gateway.sent.count == 1 })
            let alert = push.gateway.sent.first?.aps["alert"] as? [String: String]
            #expect(alert?["title"] == "Balise now sends the places of her phone to another server")
            let moment = UnixTime.start.words(in: "en", by: TimeZone(identifier: "Asia/Tokyo"))
            #expect(alert?["body"]?.hasPrefix("https://home.example, \(moment). ") == true)
        }
    }

    @Test("It is dropped in the watcher's quiet hours, and reaches nobody without a push device")
    func quiet() async throws {
        try await PushHarness.run { push in
            _ = try await push.send(notice())
            let hours = QuietHours(start: 7 * 60, end: 8 * 60 + 30, timeZone: "UTC")
            try await push.person("ada", quietHours: hours)
            try await push.person("ben")
            // An announcement waits for the feeds, so their changes have arrived.
            _ = try await push.notify(isDryRun: true)
            _ = try await push.send(notice("7b1d2c4f6a8e0b1d5f0c3a9e"))
            _ = try await push.send(SendTestPush(account: AccountID("ben")!, type: .event, subject: .text("7")))
            #expect(await eventually { push.gateway.sent.contains { $0.token.value == .apns("ben") } })
            #expect(!push.gateway.sent.contains { $0.token.value == .apns("ada") })
            push.clock.advance(seconds: 1800)
            _ = try await push.send(SendTestPush(account: AccountID("ben")!, type: .event, subject: .text("8")))
            #expect(await eventually { push.gateway.sent.count { $0.token.value == .apns("ben") } == 2 })
            #expect(!push.gateway.sent.contains { $0.token.value == .apns("ada") })
        }
    }
}
