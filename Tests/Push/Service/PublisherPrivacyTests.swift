@testable import Push

@Suite("The privacy towards publishers", .timeLimit(.minutes(10)))
struct PublisherPrivacyTests {
    private static let shop = PublisherID("shop")!
    private static let other = PublisherID("other")!

    private func count(
        _ push: PushHarness, by publisher: PublisherID = Self.shop, at place: Coordinate = .sample,
        isOperator: Bool? = nil
    ) async throws -> SendNotification.Reply {
        try await push.notify(
            .sample.with { $0.coordinate = place }, isDryRun: true, by: publisher, isOperator: isOperator)
    }

    @Test("Neither waiting recipients nor the progress of an announcement are shown", arguments: [1, 12])
    func waiting(people: Int) async throws {
        let gateway = ScriptedGateway { _ in .stopCredential(reason: "not now") }
        try await PushHarness.run(gateway) { push in
            for number in 0..<people { try await push.person("p\(number)") }
            let made = try await push.notify(by: Self.shop, isOperator: nil)
            let id = try #require(made.record).id.text
            #expect(try await eventually { try await push.send(GetNotification(id: id)).counts.pending == people })
            let list = ListNotifications(limit: 1, of: Self.shop, among: .announcements)
            for record in [
                try await push.send(GetNotification(id: id, of: Self.shop)),
                try #require(try await push.send(list).notifications.first),
            ] {
                #expect(record.fewerThan == 10 && record.recipients == 0 && record.counts == .empty)
                #expect(record.state == .done, "that somebody waits says that there is somebody")
            }
            let cancelled = try await push.send(CancelNotification(id: id, of: Self.shop))
            #expect(cancelled.fewerThan == 10 && cancelled.recipients == 0 && cancelled.counts == .empty)
            #expect(cancelled.state == .cancelled)
            #expect(try await eventually { try await push.send(GetNotification(id: id)).counts.suppressed == people })
        }
    }

    @Test("The number of sent pushes is shown from ten recipients on")
    func manyRecipients() async throws {
        try await PushHarness.run { push in
            for number in 0..<12 { try await push.person("p\(number)") }
            let made = try await push.notify(by: Self.shop, isOperator: nil)
            let id = try #require(made.record).id.text
            #expect(try await eventually { try await push.send(GetNotification(id: id)).counts.sent == 12 })
            let sent = try await push.send(GetNotification(id: id, of: Self.shop))
            #expect(sent.fewerThan == nil && sent.recipients == 0 && sent.state == .done)
            #expect(sent.counts.sent == 12 && sent.counts.accepted == 12 && sent.counts.pending == 0)
        }
    }

    @Test("One more recipient in quiet hours changes nothing that a publisher with many devices sees")
    func oneWithManyPushDevices() async throws {
        try await PushHarness.run { push in
            let own = try await push.person("own", token: "own0")
            for number in 1..<12 {
                _ = try await push.send(RegisterPushToken.sample(own, token: "own\(number)", pushDevice: "\(number)"))
            }
            var shown: [NotificationRecord] = []
            for number in 0..<2 as Range<Int64> {
                let made = try await push.notify(
                    .sample.with { $0.subject = .number(number) }, by: Self.shop, isOperator: nil)
                let id = try #require(made.record).id.text
                #expect(
                    try await eventually {
                        let record = try await push.send(GetNotification(id: id))
                        return record.counts.sent == 12 && record.recipients == 1 + Int(number)
                    })
                shown.append(try await push.send(GetNotification(id: id, of: Self.shop)))
                let quiet = QuietHours(start: 0, end: 1439, timeZone: "UTC")
                if number == 0 { try await push.person("ada", quietHours: quiet) }
            }
            #expect(shown[0].recipients == shown[1].recipients && shown[0].counts == shown[1].counts)
        }
    }

    @Test("Dry runs around one place are limited per day, across restarts")
    func dryRuns() async throws {
        let (folder, clock) = (try TemporaryFolder(), SetClock())
        try await PushHarness.run(clock: clock, in: folder) { push in
            for number in 0..<CountRules.probes { _ = try await count(push, at: .north(Double(number) * 5 - 50)) }
            #expect(try await push.refusalToSend(isDryRun: true, by: Self.shop) == .rateLimited)
            #expect(
                try await push.refusalToSend(
                    .sample.with { $0.coordinate = .north(0.001) }, isDryRun: true, by: Self.shop) == .rateLimited)
            // It does not count at other places, for others, for operators or for announcements.
            #expect(
                try await push.refusalToSend(
                    .sample.with { $0.coordinate = .north(400) }, isDryRun: true, by: Self.shop) == nil)
            #expect(try await push.refusalToSend(isDryRun: true, by: Self.other) == nil)
            #expect(try await count(push, isOperator: true).recipients == 0)
            #expect(try await push.refusalToSend(by: Self.shop) == nil)
        }
        try await PushHarness.run(clock: clock, in: folder) { push in
            let restarted = try await push.refusalToSend(isDryRun: true, by: Self.shop)
            #expect(restarted == .rateLimited)
            clock.advance(seconds: CountRules.day)
            let nextDay = try await push.refusalToSend(isDryRun: true, by: Self.shop)
            #expect(nextDay == nil)
        }
    }

    private func announceTogether(_ push: PushHarness, _ subjects: Range<Int64>) async throws -> [String] {
        try await withThrowingTaskGroup(of: String?.self) { group in
            for subject in subjects {
                group.addTask {
                    do {
                        let made = try await push.notify(
                            .sample.with { $0.subject = .number(subject) }, by: Self.shop, isOperator: nil)
                        return made.record?.id.text
                    } catch BusError.refused(let answer) {
                        #expect(answer.code == .rateLimited && answer.retryAfter != nil)
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { all, id in if let id { all.append(id) } }
        }
    }

    @Test("Announcing and cancelling many at once does not replace dry runs")
    func takingBackTogether() async throws {
        try await PushHarness.run { push in
            try await push.person("ada")
            let made = try await announceTogether(push, 0..<100)
            #expect(made.count == CountRules.probes)
            #expect(try await push.refusalToSend(by: Self.other) == nil)
            #expect(try await push.refusalToSend(.sample.with { $0.coordinate = .north(400) }, by: Self.shop) == nil)
            try await withThrowingTaskGroup { group in
                for id in made + made {
                    group.addTask { _ = try await push.send(CancelNotification(id: id, of: Self.shop)) }
                }
                try await group.waitForAll()
            }
            push.clock.advance(seconds: CountRules.together + 1)
            #expect(try await announceTogether(push, 100..<200).isEmpty)
            push.clock.advance(seconds: CountRules.day)
            #expect(try await announceTogether(push, 200..<210).count == 10)
        }
    }

    @Test("A publisher may announce much, but not all at once")
    func announcingMuch() async throws {
        try await PushHarness.run { push in
            for round in 0..<3 as Range<Int64> {
                let made = try await announceTogether(push, round * 20..<round * 20 + 20)
                #expect(made.count == CountRules.probes)
                #expect(try await push.refusalToSend(by: Self.shop) == .rateLimited)
                push.clock.advance(seconds: CountRules.together)
            }
        }
    }

    @Test("Too many announcements with nearby begins are refused")
    func togetherLater() async throws {
        try await PushHarness.run { push in
            let begin = push.clock.now().adding(seconds: 3600)
            func announce(_ subject: Int, at moment: UnixTime) async throws -> ServiceError? {
                let sample = OutgoingNotification.sample.with {
                    ($0.subject, $0.startsAt) = (.number(Int64(subject)), moment)
                }
                return try await serviceError { try await push.notify(sample, by: Self.shop, isOperator: nil) }
            }
            for subject in 0..<CountRules.probes { #expect(try await announce(subject, at: begin) == nil) }
            for seconds in [-59, 0, 59] as [Int64] {
                let refusal = try #require(try await announce(100, at: begin.adding(seconds: seconds)))
                #expect(refusal.code == .rateLimited && refusal.retryAfter == nil)
                #expect(refusal.message.contains("startsAt"))
            }
            for seconds in [-60, 60] as [Int64] {
                let refusal = try await announce(101, at: begin.adding(seconds: seconds))
                #expect(refusal == nil)
            }
        }
    }

    @Test("Cancelling after a scheduled begin counts as a dry run")
    func takingBackLater() async throws {
        try await PushHarness.run { push in
            try await push.person("ada")
            let later = try await push.notify(.sample.starting(in: 3600, push.clock), by: Self.shop, isOperator: nil)
            let made = try await announceTogether(push, 0..<20)
            for id in made { _ = try await push.send(CancelNotification(id: id, of: Self.shop)) }
            push.clock.advance(seconds: 3601)
            let record = try await push.record(later, once: .cancelled)
            #expect(record.recipients == 0 && record.counts == .empty)
            #expect(try await push.explain(later, AccountID("ada")!).text.contains("taken back too much"))
            // A cancellation before the begin reveals nothing, so it is not limited.
            let other = try await push.notify(.sample.starting(in: 3600, push.clock), by: Self.other, isOperator: nil)
            let id = try #require(other.record).id.text
            _ = try await push.send(CancelNotification(id: id, of: Self.other))
            #expect(try await announceTogether(push, 50..<51).isEmpty)
        }
    }

    @Test("Cancelling an expired or old announcement is not limited", arguments: [true, false])
    func takingBackOver(isOver: Bool) async throws {
        try await PushHarness.run { push in
            let ada = try await push.person("ada")
            let later = try await push.notify(.sample.starting(in: 90_000, push.clock), by: Self.shop, isOperator: nil)
            var made: [String] = []
            for subject in 0..<Int64(CountRules.probes) {
                let reply = try await push.notify(
                    .sample.with {
                        $0.subject = .number(subject)
                        if isOver { $0.expiresAt = push.clock.now().adding(seconds: 60) }
                    }, by: Self.shop, isOperator: nil)
                made.append(try #require(reply.record).id.text)
            }
            push.clock.advance(seconds: isOver ? 61 : 86_401)
            for id in made { _ = try await push.send(CancelNotification(id: id, of: Self.shop)) }
            let begin = push.clock.now().adding(seconds: 90_000)
            try await push.positions.publish(ada.text, Position(coordinate: .north(1), at: begin))
            push.clock.advance(seconds: 90_000)
            #expect(try await push.record(later, once: .done).counts.sent == 1)
        }
    }

    @Test("A publisher sees only its own announcements, under its own subjects and keys")
    func separated() async throws {
        try await PushHarness.run { push in
            let made = try await push.notify(key: "k", by: Self.shop)
            let id = try #require(made.record).id
            let theirs = try await push.notify(.sample.with { $0.title = "Other" }, key: "k", by: Self.other)
            #expect(theirs.record?.id != id, "a key is of one publisher")
            for name in [id.text, "42"] {
                #expect(try await push.send(GetNotification(id: name, of: Self.shop)).id == id)
                #expect(try await push.refusal(of: GetNotification(id: id.text, of: Self.other)) == .notFound)
            }
            #expect(try await push.send(GetNotification(id: "42", of: Self.other)).id == theirs.record?.id)
            #expect(try await push.refusal(of: CancelNotification(id: id.text, of: Self.other)) == .notFound)
            #expect(
                try await push.refusal(
                    of: ListNotifications(before: id, limit: 1, of: Self.other, among: .announcements))
                    == .invalidRequest)
            for (publisher, own) in [(Self.shop, id), (Self.other, try #require(theirs.record).id)] {
                let listed = try await push.send(ListNotifications(limit: 10, of: publisher, among: .announcements))
                    .notifications
                #expect(listed.map(\.id) == [own])
            }
            #expect(
                try await push.send(ListNotifications(limit: 10, of: nil, among: .announcements)).notifications.count
                    == 2)
        }
    }

    @Test("An explanation is logged for its user until the account is erased")
    func inquiries() async throws {
        try await PushHarness.run { push in
            let (ada, far) = (try await push.person("ada"), try await push.person("far", kilometres: 30))
            let made = try await push.deliver()
            let told = try await push.explain(made, ada)
            #expect(told.reason == .told && told.distance == 1000 && told.radius == 10)
            let untold = try await push.explain(made, far)
            #expect(untold.reason == .tooFar && untold.distance == nil && untold.radius == nil)
            let seen = try await push.send(ListInquiries(account: ada)).inquiries
            let expected = Inquiry(at: push.clock.now(), askedBy: "support", notification: try #require(made.record).id)
            #expect(seen == [expected])
            #expect(try await push.send(ListInquiries(account: far)).inquiries.count == 1)
            for _ in 1..<CountRules.inquiries { _ = try await push.explain(made, ada) }
            let again = ExplainRecipient(id: "42", account: ada, askedBy: "support")
            #expect(try await push.refusal(of: again) == .rateLimited)
            try await push.identity.remove("ada")
            #expect(try await eventually { try await push.send(ListInquiries(account: ada)).inquiries.isEmpty })
        }
    }
}
