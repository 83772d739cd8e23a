@testable import Push

@Suite("Deliveries", .timeLimit(.minutes(10)))
struct DeliveryServiceTests {
    @Test("A device that can be reached in two ways gets one push, by APNs")
    func onePushDevice() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada", token: "fcm")
            _ = try await push.send(RegisterPushToken.sample(ada, token: "one"))
            _ = try await push.send(
                RegisterPushToken.sample(ada, token: "fcm-tablet", session: "other", pushDevice: "tablet"))
            _ = try await push.send(RegisterPushToken.sample(ada, token: "two", session: "third", pushDevice: "tablet"))
            _ = try await push.send(
                RegisterPushToken.sample(ada, token: "call", session: "third").with { $0.purpose = .voip })
            let made = try await push.notify()
            #expect(try await push.record(made, once: .done).counts.accepted == 2)
            #expect(Set(push.gateway.sent.map(\.token.value)) == [.apns("one"), .apns("two")])
        }
    }

    @Test("A refused token is removed unless it was registered again")
    func goneTokens() async throws {
        let gateway = ScriptedGateway { _ in
            .removeToken(reason: "Unregistered", ifRegisteredBefore: UnixTime.start.adding(seconds: 5))
        }
        try await PushHarness.run(gateway) { push in
            let gone = try await push.person("gone")
            let back = try await push.person("back")
            push.clock.advance(seconds: 10)
            _ = try await push.send(RegisterPushToken.sample(back, token: "back"))
            let ends = UnixTime.start.adding(seconds: 80_000)
            let made = try await push.notify(.sample.with { $0.expiresAt = ends })
            #expect(try await eventually { try await push.send(ListPushTokens(account: gone)).tokens.isEmpty })
            #expect(try await push.send(ListPushTokens(account: back)).tokens.count == 1)
            #expect(try await eventually { try await push.explain(made, back).deliveries.map(\.state) == [.pending] })
            gateway.answer { _ in .sent(id: nil) }
            #expect(
                try await push.happens(inStepsOf: 10) {
                    try await push.explain(made, back).deliveries.map(\.state) == [.sent]
                })
            let lost = try await push.explain(made, gone).deliveries
            #expect(lost.map(\.state) == [.failed] && lost.map(\.reason) == ["Unregistered"])
        }
    }

    @Test("A push is sent to the other environment if the first was assumed, and stays there")
    func environments() async throws {
        let gateway = ScriptedGateway { push in
            if push.environment == .sandbox { return .sent(id: nil) }
            return push.isEnvironmentAssumed
                ? .tryOtherEnvironment(reason: "BadDeviceToken")
                : .removeToken(reason: "BadDeviceToken", ifRegisteredBefore: nil)
        }
        try await PushHarness.run(gateway) { push in
            let ada = try await push.person("ada")
            _ = try await push.send(RemovePushTokens(account: ada, which: .all))
            _ = try await push.send(RegisterPushToken.sample(ada, token: "debug", environment: nil))
            let made = try await push.notify()
            #expect(try await push.record(made, once: .done).counts.sent == 1)
            #expect(gateway.sent.map(\.environment) == [.production, .sandbox])
            #expect(Set(gateway.sent.map(\.id)).count == 1)
            #expect(try await push.send(ListPushTokens(account: ada)).tokens.map(\.environment) == [.sandbox])
            try await push.deliver(key: "again")
            #expect(gateway.sent.map(\.environment) == [.production, .sandbox, .sandbox])
        }
    }

    @Test("A refused credential stops its provider only")
    func stoppedCredential() async throws {
        let gateway = ScriptedGateway { push in
            push.provider == .apns ? .stopCredential(reason: "InvalidProviderToken") : .sent(id: nil)
        }
        try await PushHarness.run(gateway) { push in
            for number in 0..<20 { try await push.person("apple\(number)") }
            try await push.person("google", token: "fcm")
            let made = try await push.notify()
            #expect(try await eventually { try await push.record(made).counts.sent == 1 })
            #expect(try await push.record(made).counts.pending == 20)
            #expect(
                try await eventually {
                    let note = try await push.readiness
                    return note.isReady && note.reason?.hasPrefix("no push has reached Apple (production)") == true
                        && note.reason?.contains("InvalidProviderToken") == true
                })
            gateway.answer { _ in .sent(id: nil) }
            push.clock.advance(seconds: 61)
            #expect(try await push.record(made, once: .done).counts.sent == 21)
            #expect(try await eventually { try await push.readiness.reason?.contains("Apple (production)") != true })
            #expect(try await push.explain(made, AccountID("apple3")!).deliveries.map(\.attempts) == [1])
        }
    }

    @Test("A device or an app that the provider refuses delays no others", arguments: [false, true])
    func refusedAlone(isApp: Bool) async throws {
        let gateway = ScriptedGateway { push in
            push.topic == "com.example.beta" || push.token.value == .apns("bad")
                ? .stopCredential(reason: "Forbidden") : .sent(id: nil)
        }
        try await PushHarness.run(gateway) { push in
            let bad = isApp ? ["beta1", "beta2", "beta3"] : ["bad"]
            for name in bad {
                try await push.person(name, kilometres: 0.1)
                guard isApp else { continue }
                let registration = RegisterPushToken.sample(AccountID(name)!, token: name)
                _ = try await push.send(registration.with { $0.topic = "com.example.beta" })
            }
            for number in 0..<5 { try await push.person("apple\(number)") }
            for round in 1...3 {
                let made = try await push.notify(key: "\(round)")
                // The clock stands still, so none of them waits for a pause.
                #expect(try await eventually { try await push.record(made).counts.sent == 5 })
                #expect(try await push.record(made).counts.pending == bad.count)
            }
            let ends = try await push.notify(key: "last")
            #expect(try await push.happens(inStepsOf: 600) { try await push.record(ends).state == .done })
            #expect(try await push.record(ends).counts.failed == bad.count)
        }
    }

    @Test("A push that ends its connection delays no others")
    func troublesome() async throws {
        let gateway = ScriptedGateway { push in
            push.token.value == .apns("bad")
                ? .retry(after: nil, reason: "connection lost") : .unreachable(reason: "unreachable")
        }
        try await PushHarness.run(gateway) { push in
            try await push.person("bad", kilometres: 0.1)
            for number in 0..<5 { try await push.person("apple\(number)") }
            let made = try await push.notify()
            #expect(await eventually { gateway.sent.count >= 6 })
            gateway.answer { push in
                push.token.value == .apns("bad") ? .retry(after: nil, reason: "connection lost") : .sent(id: nil)
            }
            #expect(try await push.happens(inStepsOf: 5) { try await push.record(made).counts.sent == 5 })
        }
    }

    @Test("A test push reaches all devices of its user, whatever they prefer")
    func test() async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada", choices: .nothing)
            try await push.person("ben")
            let reply = try await push.send(SendTestPush(account: ada, type: .event, subject: .text("7")))
            #expect(reply.deliveries.map(\.state) == [.pending])
            #expect(await eventually { push.gateway.sent.count == 1 })
            let sent = try #require(push.gateway.sent.first)
            #expect(sent.token.value == .apns("ada"))
            #expect(sent.json["offerId"] as? String == "7" && sent.json["type"] as? String == "EVENT")
            #expect((sent.aps["alert"] as? [String: String])?["title"] == "New event near you")
            #expect(try await push.send(ListNotifications(limit: 10, among: .announcements)).notifications.isEmpty)
            #expect(
                try await eventually {
                    try await push.send(ListPushTokens(account: ada)).tokens.first?.lastUsedAt != nil
                })
            for _ in 1..<TestRules.maximum {
                _ = try await push.send(SendTestPush(account: ada, type: .offer, subject: .number(1)))
            }
            let more = SendTestPush(account: ada, type: .offer, subject: .number(1))
            #expect(try await push.refusal(of: more) == .rateLimited)
            let nobody = SendTestPush(account: AccountID("nobody")!, type: .offer, subject: .number(1))
            #expect(try await push.refusal(of: nobody) == .notFound)
            let noSubject = SendTestPush(account: ada, type: .offer, subject: .text(""))
            #expect(try await push.refusal(of: noSubject) == .invalidRequest)
        }
    }

    @Test("An operator's test push reaches one device, and its outcome is counted by app")
    func testOfOne() async throws {
        try await PushHarness.run { push async throws in
            let ada = try await push.person("ada")
            let ben = try await push.person("ben")
            let tokens = try await push.send(ListPushTokens(account: ada)).tokens
            let token = try #require(tokens.first).id
            let test = SendTestPush(account: ada, type: .offer, subject: .text("test"), title: "Test", token: token)
            #expect(try await push.send(test).deliveries.map(\.token) == [token])
            // The edge cannot act as an operator, even if it claims to.
            let context = MessageContext(requestID: "test", timeout: .seconds(60))
            await #expect(throws: BusError.self) { try await push.edge.send(test, context) }
            try await eventually("it is counted") { try await push.send(GetPushHealth()).apps.first?.sent == 1 }
            var elsewhere = test
            elsewhere.account = ben
            #expect(try await push.refusal(of: elsewhere) == .notFound)
            push.gateway.answer { _ in .removeToken(reason: "Unregistered", ifRegisteredBefore: nil) }
            _ = try await push.send(test)
            try await eventually("the refusal is counted") {
                try await push.send(GetPushHealth()).apps.first?.gone == 1
            }
            let health = try #require(try await push.send(GetPushHealth()).apps.first)
            #expect(health.refusals == [.init(reason: "Unregistered", count: 1)] && health.sent == 1)
            #expect(health.lastError == PushFailure(reason: "Unregistered", at: push.clock.now()))
        }
    }
}
