@testable import Push

@Suite("Several processes of push", needsPostgreSQL, .timeLimit(.minutes(10)))
struct PushProcessesTests {
    @Test("One process sends alone, and another takes over when it stops")
    func handsOver() async throws {
        try await PushProcesses.run { push in
            let one = try await push.start("one")
            try await eventually("the first works") { one.works }
            let two = try await push.start("two")
            try await eventually("the second stands by") { two.readiness.reply.reason?.hasPrefix("on standby") == true }
            for name in ["ada", "ben"] { try await push.person(name) }
            let first = try await push.announce()
            #expect(try await push.record(first, once: .done).counts.sent == 2)
            #expect(one.gateway.sent.count == 2 && two.gateway.sent.isEmpty && !two.works)

            try await one.stop()
            try await eventually("the second works") { two.works }
            // The clock stands still, so no process waited for the end of the lease.
            let second = try await push.announce()
            #expect(try await push.record(second, once: .done).counts.sent == 2)
            #expect(one.gateway.sent.count == 2 && two.gateway.sent.count == 2)
            #expect(try await push.record(first).counts.sent == 2)
            try await two.stop()
        }
    }

    @Test("A scheduled notification and a series begin in the process that works then")
    func beginsLater() async throws {
        try await PushProcesses.run { push in
            let one = try await push.start("one")
            try await eventually("the first works") { one.works }
            try await push.person("ada")
            let later = OutgoingNotification.sample(.everyone, kind: "OFFER").starting(in: 3600, push.clock)
            let key = try #require(APIKeyID("k1"))
            let sent = try await push.send(
                SendNotification(
                    notification: later, publisher: .sample, apiKey: key, isDryRun: false, isOperator: true))
            #expect(sent.record?.state == .scheduled)
            let zone = ZoneRules.utc
            let series = NotificationSeries(
                kind: "OFFER", audience: .everyone, content: later.content, rule: "FREQ=DAILY",
                start: LocalMoment(push.clock.now().adding(seconds: 7200), in: zone), timeZone: "UTC")
            _ = try await push.send(
                SetSeries(name: "tips", series: series, publisher: .sample, apiKey: key, isOperator: true))
            try await one.stop()
            let two = try await push.start("two")
            try await eventually("the second works") { two.works }
            #expect(one.gateway.sent.isEmpty && two.gateway.sent.isEmpty)
            push.clock.advance(seconds: 3600)
            try await eventually("the first is told") { two.gateway.sent.count == 1 }
            push.clock.advance(seconds: 3600)
            try await eventually("the series begins") { two.gateway.sent.count == 2 }
            try await two.stop()
        }
    }

    @Test("A process that is cut off stops first, and its unrecorded pushes are sent again")
    func cutOff() async throws {
        let isOver = AsyncStream<Void>.makeStream()
        let hanging = ScriptedGateway { _ in
            for await _ in isOver.stream {}
            return .retry(after: nil, reason: "closed")
        }
        try await PushProcesses.run { push in
            let one = try await push.start("one", hanging)
            try await eventually("the first works") { one.works }
            let two = try await push.start("two")
            let names = (0..<20).map { "person-\($0)" }
            for name in names { try await push.person(name) }
            let made = try await push.announce()
            try await eventually("all have left") { hanging.sent.count == names.count }
            hanging.answer { _ in .sent(id: nil) }
            try push.cutOff(one)
            try await push.wait(for: two)
            #expect(try await push.record(made, once: .done).counts.sent == names.count)
            #expect(Set(two.gateway.sent.map(\.id)) == Set(hanging.sent.map(\.id)))
            #expect(hanging.sent.count == names.count)
            // Callers would still find it, so it ends and its supervisor can restart it.
            push.time.advance(by: .seconds(20))
            isOver.continuation.finish()
            await #expect(throws: LeaseLost.self) { try await one.end() }
            try await two.stop()
            #expect(try push.count("SELECT count(*) FROM delivery WHERE state = 'sent'") == Int64(names.count))
            #expect(try push.count("SELECT count(*) FROM notification WHERE sent <> accepted OR accepted <> 20") == 0)
        }
    }

    @Test("A push that waits when the lease ends is sent by the next process")
    func stopsSending() async throws {
        try await PushProcesses.run { push in
            let one = try await push.start("one")
            try await eventually("the first works") { one.works }
            let two = try await push.start("two")
            try await push.person("ada")
            one.gateway.setPlaces(false)
            let made = try await push.announce()
            try await eventually("it waits for its place") { one.gateway.waiting == 1 }
            try push.cutOff(one)
            // No other process works yet, and by its own clock this one may no longer send.
            push.time.advance(by: .seconds(8))
            one.gateway.setPlaces(true)
            try await eventually("it is kept from leaving") { one.gateway.refusals == 1 }
            #expect(one.gateway.sent.isEmpty)
            try await push.wait(for: two)
            #expect(try await push.record(made, once: .done).counts.sent == 1)
            #expect(one.gateway.sent.isEmpty && two.gateway.sent.count == 1)
            push.time.advance(by: .seconds(20))
            await #expect(throws: LeaseLost.self) { try await one.end() }
            try await two.stop()
        }
    }

    @Test("A superseded process cannot write, and the next one sends its pushes again")
    func isRefused() async throws {
        let isAnswered = AsyncStream<Void>.makeStream()
        let late = ScriptedGateway { _ in
            for await _ in isAnswered.stream {}
            return .sent(id: nil)
        }
        try await PushProcesses.run { push in
            let one = try await push.start("one", late)
            try await eventually("the first works") { one.works }
            let two = try await push.start("two")
            try await push.person("ada")
            let made = try await push.announce()
            try await eventually("it has left") { late.sent.count == 1 }
            try push.supersede()
            isAnswered.continuation.finish()
            await #expect(throws: LeaseLost.self) { try await one.end() }
            #expect(try push.count("SELECT count(*) FROM delivery WHERE state = 'sent'") == 0)
            #expect(!two.works)
            try await push.wait(for: two)
            let record = try await push.record(made, once: .done)
            #expect(record.counts.sent == 1 && record.counts.accepted == 1)
            #expect(two.gateway.sent.map(\.id) == late.sent.map(\.id))
            try await two.stop()
        }
    }

    @Test("A process that could not renew its lease continues if no other took over")
    func goesOn() async throws {
        try await PushProcesses.run(["one"]) { push in
            let one = try await push.start("one")
            try await eventually("it works") { one.works }
            try await push.person("ada")
            // More than the lease lasts, in one step; the next renewal succeeds.
            push.time.advance(by: .seconds(15))
            let made = try await push.announce()
            #expect(try await push.record(made, once: .done).counts.sent == 1)
            try await one.stop()
            #expect(try push.count("SELECT is_released FROM lease") == 1)
        }
    }
}
