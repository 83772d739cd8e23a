@testable import Push

@Suite("Results of notifications", .timeLimit(.minutes(10)))
struct ResultServiceTests {
    private func groups(_ push: PushHarness, _ sent: SendNotification.Reply) async throws -> [ResultGroup] {
        try await push.send(SummarizeResults(id: try #require(sent.record).id, of: .sample)).groups
    }

    @Test("A publisher sees groups of ten people or more, and none for named accounts")
    func groups() async throws {
        try await PushHarness.runWithKinds { push in
            var people: [AccountID] = []
            for number in 0..<22 {
                let account = try await push.person("p\(number)")
                _ = try await push.send(
                    RegisterPushToken.sample(account, token: "p\(number)").with {
                        $0.language = number < 11 ? "fr" : "en"
                    })
                people.append(account)
            }
            let all = try await push.deliver(.sample(.everyone))
            #expect(
                try await groups(push, all) == [
                    ResultGroup(provider: .apns, language: "en", sent: 11),
                    ResultGroup(provider: .apns, language: "fr", sent: 11),
                ])
            let named = try await push.deliver(.sample(.accounts(people)))
            #expect(try await groups(push, named).isEmpty)
            let others = SummarizeResults(id: try #require(all.record).id, of: PublisherID("other")!)
            #expect(try await push.refusal(of: others) == .notFound)
        }
    }

    @Test("An operator sees each delivery, and each recipient sees that, once a day")
    func whole() async throws {
        try await PushHarness.runWithKinds { push in
            let (ada, ben) = (try await push.person("ada"), try await push.person("ben", token: "fcm-ben"))
            push.gateway.answer { $0.provider == .fcm ? .failed(reason: "INTERNAL", alarm: false) : .sent(id: nil) }
            let sent = try await push.deliver(.sample(.everyone))
            let request = ListResults(id: try #require(sent.record).id, askedBy: "Support")
            let page = try await push.send(request)
            #expect(page.next == nil && page.results.count == 2)
            let ofAda = try #require(page.results.first { $0.account == ada })
            #expect(ofAda.state == .sent && ofAda.provider == .apns && ofAda.token != nil && ofAda.reason == nil)
            let ofBen = try #require(page.results.first { $0.account == ben })
            #expect(ofBen.state == .failed && ofBen.reason == "INTERNAL" && ofBen.attempts == 1)
            _ = try await push.send(request)
            for account in [ada, ben] {
                let inquiries = try await push.send(ListInquiries(account: account)).inquiries
                #expect(inquiries.map(\.askedBy) == ["Support"])
            }
            #expect(try await push.refusal(of: ListResults(id: NotificationID("none")!)) == .notFound)
        }
    }

    @Test("An operator sees why pushes failed and lists such notifications; publishers and viewers do neither")
    func reasons() async throws {
        try await PushHarness.runWithKinds { push in
            for name in ["ada", "ben"] { try await push.person(name) }
            try await push.person("cleo", token: "fcm-cleo")
            try await push.deliver(.sample(.everyone))
            push.gateway.answer { $0.provider == .fcm ? .sent(id: nil) : .failed(reason: "BadTopic", alarm: false) }
            let sent = try await push.deliver(.sample(.everyone))
            let id = try #require(sent.record).id
            let found = try await push.send(GetNotification(id: id, of: nil))
            #expect(found.reasons == [DeliveryReasonCount(state: .failed, reason: "BadTopic", count: 2)])
            #expect(try await push.send(GetNotification(id: id, of: .sample)).reasons == nil)
            #expect(try await push.send(GetNotification(id: id, of: nil, asPublisher: true)).reasons == nil)
            let failed = ListNotifications(limit: 10, of: nil, hasFailures: true)
            #expect(try await push.send(failed).notifications.map(\.id) == [id])
            let waiting = ListNotifications(limit: 10, of: nil, state: .scheduled, hasFailures: true)
            #expect(try await push.send(waiting).notifications.isEmpty)
            let viewed = ListNotifications(limit: 10, of: nil, asPublisher: true, hasFailures: true)
            #expect(try await push.refusal(of: viewed) == .forbidden)
        }
    }

    @Test("Pages show each delivery once")
    func pages() async throws {
        try await PushHarness.runWithKinds { push in
            let ada = try await push.person("ada")
            for number in 0..<4 {
                _ = try await push.send(
                    RegisterPushToken.sample(ada, token: "more-\(number)", pushDevice: "more-\(number)"))
            }
            try await push.deliver(.sample(.accounts([ada])))
            let second = try await push.deliver(.sample(.accounts([ada])))
            let id = try #require(second.record).id
            let all = try await push.send(ListResults(id: id)).results
            #expect(all.count == 5)
            // These are queue numbers: the first notification has the five before.
            #expect(try await push.send(ListResults(id: id, after: 7)).results == Array(all.dropFirst(2)))
            #expect(try await push.send(ListResults(id: id, after: 10)).results.isEmpty)
        }
    }
}
