import BaliseAPI

@testable import Push

@Suite("The table of notifications", .timeLimit(.minutes(10)))
struct NotificationTableTests {
    private let stores = ScratchStores()

    @Test("The range of deliveries grows to cover reused numbers")
    func deliveriesAgain() async throws {
        let store = try stores.push(.sqlite)
        _ = try await store.announce(as: NotificationID("one")!, at: .start)
        let number = try #require(try await store.announcement("one")).number
        let kept = try await store.write { connection in
            let table = NotificationTable(connection: connection)
            var kept = [try table.deliveries(of: number)]
            for numbers: ClosedRange<Int64> in [10...20, 5...8, 9...30] {
                try table.setDeliveries(number, numbers)
                kept.append(try table.deliveries(of: number))
            }
            return kept
        }
        #expect(kept == [nil, 10...20, 5...20, 5...30])
    }

    @Test("A subject finds its latest announcement, unless only own ids are meant")
    func names() async throws {
        let store = try stores.push(.sqlite)
        let form = String(repeating: "0a", count: 16)
        for (id, subject) in [("one", "42"), ("two", "42"), ("three", form)] {
            _ = try await store.announce(
                .sample.with { $0.subject = .text(subject) }, as: NotificationID(id)!, isBounded: false, at: .start)
        }
        func found(_ name: String, among group: NotificationGroup?) async throws -> String? {
            try await store.notification(name, of: nil, among: group)?.record.id.text
        }
        for group in [nil, .announcements] as [NotificationGroup?] {
            #expect(try await found("one", among: group) == "one")
            #expect(try await found("42", among: group) == "two")
            #expect(try await store.notification(own: "42", of: nil, among: group) == nil)
            let listed = try await store.notifications(of: nil, among: group, before: NotificationID("42")!, limit: 9)
            #expect(listed == nil)
        }
        #expect(try await found("42", among: .others) == nil)
        // It may be the id of a notification that was deleted.
        #expect(try await found(form, among: nil) == nil)
        #expect(try await found(form, among: .announcements) == "three")
    }
}

@Suite("A long inbox", .timeLimit(.minutes(10)))
struct CutInboxTests {
    private let stores = ScratchStores()

    private func send(_ id: String, isSilent: Bool, _ store: PushStore) async throws -> Int64 {
        _ = try await store.send(
            .sample(.everyone, isSilent: isSilent), as: NotificationID(id)!, by: .sample, underKey: nil,
            nil, isBounded: true, at: .start)
        return try #require(try await store.notification(id, of: nil)).number
    }

    @Test("Silent entries do not count against the limit")
    func cut() async throws {
        let store = try stores.push(.sqlite)
        let (seen, unseen) = (
            try await send("seen", isSilent: false, store), try await send("unseen", isSilent: true, store)
        )
        let left = try await store.database.write { connection -> [Int64] in
            let recipient = try RecipientTable(connection: connection).makeNumber(of: "ada")
            for announcement in [seen, seen, seen, unseen, unseen, unseen, unseen] {
                try connection.run(
                    """
                    INSERT INTO inbox (recipient, notification, distance, radius, position_at, at) \
                    VALUES (\(recipient), \(announcement), 0, 0, 0, \(UnixTime.start))
                    """)
            }
            try InboxTable(connection: connection).cut(recipient, to: 2)
            return try connection.values("SELECT notification FROM inbox ORDER BY number")
        }
        #expect(left == [seen, seen, unseen, unseen, unseen, unseen])
    }
}

@Suite("Former tokens", .timeLimit(.minutes(10)))
struct FormerTokenTests {
    private let stores = ScratchStores()

    @Test(
        "A token that ends leaves why, and one that another token replaces leaves nothing",
        arguments: StoreKind.allCases)
    func ended(kind: StoreKind) async throws {
        let database = try stores.push(kind).database
        let ended: [EndedPushToken] = try await database.write { connection in
            let tokens = TokenTable(connection: connection)
            let ada = try RecipientTable(connection: connection).makeNumber(of: "ada")
            for (name, reason) in [("t1", SuppressionReason.unreachable), ("t2", nil), ("t3", .silent)] {
                let registration = try TokenRules.checked(RegisterPushToken.sample(AccountID("ada")!, token: name))
                let number = try tokens.insert(
                    registration, as: PushTokenID(name)!, of: ada, isMuted: false, at: .start)
                guard let row = try tokens.find(number) else { continue }
                try tokens.delete(row, reason, at: .start)
            }
            return try tokens.ended(of: ada, limit: 9)
        }
        #expect(ended.map(\.id.text) == ["t3", "t1"] && ended.map(\.reason) == ["silent", "unreachable"])
        #expect(ended.allSatisfy { $0.at == .start && $0.platform != nil })
    }

    @Test("The number of former tokens is bounded per user")
    func bound() async throws {
        let database = try stores.push(.sqlite).database
        let kept: (count: Int?, first: Int64?, others: Int?) = try await database.write { connection in
            let (recipients, tokens) = (RecipientTable(connection: connection), TokenTable(connection: connection))
            let (ada, ben) = (try recipients.makeNumber(of: "ada"), try recipients.makeNumber(of: "ben"))
            func come(_ name: String, _ account: String, _ recipient: Int64) throws {
                let registration = try TokenRules.checked(RegisterPushToken.sample(AccountID(account)!, token: name))
                let number = try tokens.insert(
                    registration, as: PushTokenID(name)!, of: recipient, isMuted: false, at: .start)
                guard let row = try tokens.find(number) else { return }
                try tokens.delete(row, at: .start)
            }
            try come("ben", "ben", ben)
            for number in 0..<TokenTable.maximumFormer + 3 { try come("t\(number)", "ada", ada) }
            return (
                try connection.value("SELECT count(*) FROM former_token WHERE recipient = \(ada)"),
                try connection.value("SELECT min(number) FROM former_token WHERE recipient = \(ada)"),
                try connection.value("SELECT count(*) FROM former_token WHERE recipient = \(ben)")
            )
        }
        // The first token is Ben's, and three of Ada's were removed.
        #expect(kept.count == TokenTable.maximumFormer && kept.first == 5 && kept.others == 1)
    }
}

@Suite("The queue of webhook events", .timeLimit(.minutes(10)))
struct WebhookEventTests {
    private let stores = ScratchStores()

    @Test("An event that reuses the number of a removed one is kept")
    func removedMeanwhile() async throws {
        let store = try stores.push(.sqlite)
        let target = WebhookTable.Target(
            publisher: PublisherID("shop")!, url: "https://shop.example/", secret: SecretText("whsec_"))
        func queue(_ id: String) async throws {
            try await store.setWebhook(target, at: .start)
            try await store.database.write { connection in
                try WebhookEventTable(connection: connection)
                    .insert("token.gone", id, "{}", for: target.publisher, at: .start)
            }
        }
        try await queue("msg_1")
        let posted = try #require(try await store.nextEvent(of: target.publisher, at: .start)).event
        #expect(try await store.removeWebhook(of: target.publisher))
        try await queue("msg_2")
        let delivery = WebhookDelivery(id: posted.id, type: posted.type, at: .start, milliseconds: 3)
        try await store.recordNotPosted(posted, delivery, "status 503", to: target.publisher, next: nil)
        try await store.recordPosted(posted, delivery, to: target.publisher)
        #expect(try await store.nextEvent(of: target.publisher, at: .start)?.event.id == "msg_2")
    }

    @Test("The last attempts are kept for each publisher, and leave with the webhook", arguments: StoreKind.allCases)
    func deliveries(kind: StoreKind) async throws {
        let store = try stores.push(kind)
        let (shop, other) = (PublisherID("shop")!, PublisherID("other")!)
        func delivery(_ number: Int) -> WebhookDelivery {
            WebhookDelivery(
                id: "msg_\(number)", type: BaliseWebhookEvent.test, at: .start, milliseconds: number,
                problem: number.isMultiple(of: 2) ? "status 503" : nil)
        }
        try await store.recordTest(delivery(0), to: shop)
        for publisher in [shop, other] {
            let target = WebhookTable.Target(
                publisher: publisher, url: "https://shop.example/", secret: SecretText("whsec_"))
            try await store.setWebhook(target, at: .start)
        }
        try await store.recordTest(delivery(1), to: other)
        for number in 1...WebhookDeliveryTable.kept + 2 { try await store.recordTest(delivery(number), to: shop) }
        let shown = try #require(try await store.webhook(of: shop))
        #expect(shown.deliveries == (3...WebhookDeliveryTable.kept + 2).reversed().map(delivery))
        #expect(shown.deliveredAt == nil)
        #expect(try await store.removeWebhook(of: shop))
        let left = try await store.read { try $0.webhookDeliveries.latest(of: shop) }
        #expect(left.isEmpty)
        #expect(try await store.webhook(of: other)?.deliveries == [delivery(1)])
    }
}
