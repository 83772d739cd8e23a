@testable import Push

@Suite("The content of a notification for named accounts", .timeLimit(.minutes(10)))
struct ErasedNotificationTests {
    private let stores = ScratchStores()
    private let shop = PublisherID("shop")!
    private static let secret = "Your code is 4711"

    private func makeStore() async throws -> PushStore {
        let store = try stores.push(.sqlite)
        try await store.database.write { connection in
            for name in ["ada", "ben"] { _ = try RecipientTable(connection: connection).makeNumber(of: name) }
        }
        return store
    }

    private func send(_ audience: AudienceExpression, as id: String, _ store: PushStore) async throws {
        let notification = OutgoingNotification(
            kind: "orders", audience: audience,
            content: NotificationContent(
                texts: [NotificationText(language: "en", title: Self.secret)], data: #"{"code":"4711"}"#),
            details: #"{"type":"EVENT","id":7,"code":"4711"}"#)
        _ = try await store.send(
            notification, as: NotificationID(id)!, by: shop, underKey: nil, nil,
            isBounded: true, to: [], at: .start)
    }

    private func erase(_ name: String, _ sequence: UInt64, _ store: PushStore) async throws {
        try await store.applyAccounts(
            FeedPage(
                epoch: FeedEpoch(rawValue: 1),
                changes: [FeedChange(sequence: sequence, key: name, value: nil)], highWater: sequence + 1,
                startsOver: false),
            at: .start)
    }

    private func readable(_ store: PushStore) async throws -> [String] {
        var ids: [String] = []
        let kept = try #require(try await store.notifications(of: shop, before: nil, limit: 100))
        for record in kept where record.notification.content.texts.contains(where: { $0.title == Self.secret }) {
            ids.append(record.id.text)
        }
        let titled: [String] = try await store.database.read { connection in
            try connection.values(
                """
                SELECT id FROM notification WHERE title IS NOT NULL OR hex(content) LIKE '%34373131%' \
                OR details IS NOT NULL OR page_number IS NOT NULL ORDER BY id
                """)
        }
        #expect(titled == ids.sorted())
        return titled
    }

    @Test("Content is erased with the last named account, and kept if others can read it")
    func erased() async throws {
        let store = try await makeStore()
        let (ada, ben, nobody) = (AccountID("ada")!, AccountID("ben")!, AccountID("nobody")!)
        try await send(.accounts([ada, nobody]), as: "a", store)
        try await send(.all([.platform("ios"), .accounts([ada])]), as: "b", store)
        try await send(.accounts([ada, ben]), as: "c", store)
        try await send(.any([.accounts([ada]), .topic("members")]), as: "d", store)
        try await send(.all([.everyone, .not(.accounts([ada]))]), as: "e", store)
        #expect(try await readable(store) == ["a", "b", "c", "d", "e"])
        let before = try await store.notifications(of: shop, before: nil, limit: 100)?
            .map { $0.shown(isOperator: false, openTopics: NamePatterns()) }
        try await erase("ada", 1, store)
        #expect(try await readable(store) == ["c", "d", "e"])
        try await erase("ben", 2, store)
        #expect(try await readable(store) == ["d", "e"])
        let after = try await store.notifications(of: shop, before: nil, limit: 100)?
            .map { $0.shown(isOperator: false, openTopics: NamePatterns()) }
        #expect(after?.map(\.fewerThan) == before?.map(\.fewerThan) && after?.map(\.state) == before?.map(\.state))
        #expect(after?.map(\.notification.audience) == before?.map(\.notification.audience))
    }

    @Test("Content is erased from a series with the last account that the series names")
    func series() async throws {
        let store = try await makeStore()
        let (ada, ben) = (AccountID("ada")!, AccountID("ben")!)
        let audiences: [(String, AudienceExpression)] = [
            ("alone", .accounts([ada])), ("both", .accounts([ada, ben])),
            ("all", .any([.accounts([ada]), .everyone])),
        ]
        for (name, audience) in audiences {
            let series = NotificationSeries(
                kind: "orders", audience: audience,
                content: NotificationContent(texts: [NotificationText(language: "en", title: Self.secret)]),
                rule: "FREQ=DAILY", start: LocalMoment(minutes: 0), timeZone: "UTC")
            _ = try await store.setSeries(
                name, of: shop, to: series,
                NotificationPlan(apiKey: APIKeyID("k1")!, limits: nil, isOperator: false),
                next: UnixTime.start.adding(seconds: 3600), at: .start)
        }
        try await erase("ada", 1, store)
        let kept = try await store.allSeries(of: shop, after: nil, limit: 10)
        #expect(kept.map(\.name) == ["all", "alone", "both"])
        #expect(kept.map { $0.series.content.texts.first?.title } == [Self.secret, "", Self.secret])
        #expect(kept.allSatisfy { $0.nextAt == UnixTime.start.adding(seconds: 3600) })
    }

    @Test("A changed notification is erased with the accounts that it names since")
    func changed() async throws {
        let store = try await makeStore()
        let plan = NotificationPlan(apiKey: APIKeyID("k1")!, limits: nil, isOperator: false)
        var notification = OutgoingNotification(
            kind: "orders", audience: .everyone,
            content: NotificationContent(texts: [NotificationText(language: "en", title: Self.secret)]),
            startsAt: UnixTime.start.adding(seconds: 3600))
        _ = try await store.send(
            notification, as: NotificationID("a")!, by: shop, underKey: nil, plan,
            isBounded: true, at: .start)
        notification.audience = .accounts([AccountID("ada")!])
        _ = try await store.change(
            NotificationID("a")!, of: shop, to: notification, plan,
            isBounded: true, at: .start)
        #expect(try await readable(store) == ["a"])
        try await erase("ada", 1, store)
        #expect(try await readable(store).isEmpty)
    }

    @Test("No account is named by a deleted notification")
    func deleted() async throws {
        let store = try await makeStore()
        try await send(.accounts([AccountID("ada")!]), as: "a", store)
        let kept = try #require(try await store.notification("a", of: shop))
        try await store.cancel(kept.number, by: nil, at: .start)
        let later = UnixTime.start.adding(seconds: 400 * 86_400)
        for _ in 0..<2 { _ = try await store.forget(Retention(), limit: 100, at: later) }
        #expect(try await store.notification("a", of: shop) == nil)
        let left: Int? = try await store.database.read { try $0.value("SELECT count(*) FROM named_recipient") }
        #expect(left == 0)
    }
}
