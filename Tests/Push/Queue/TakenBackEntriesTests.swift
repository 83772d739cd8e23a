import BaliseJSON

@testable import Push

@Suite("The inbox entries of cancelled announcements", .timeLimit(.minutes(2)))
struct TakenBackEntriesTests {
    private let stores = ScratchStores()

    enum Ending: CaseIterable, Sendable {
        case suppressed, failed, tokenRemoved, leftOnItsWay
    }

    @Test("The entries disappear when the last delivery ends unsent", arguments: Ending.allCases)
    func unsent(ending: Ending) async throws {
        let store = try stores.push(.sqlite)
        let (ada, number) = (AccountID("ada")!, try await announce(to: ["first", "second"], in: store))
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 10)
        let counts = try await store.dueCounts(at: .start, limit: 10)
        #expect(counts[.apnsProduction] == due.count && counts[.fcm] == 0)
        #expect(try await store.dueCounts(at: .start, limit: 1)[.apnsProduction] == min(1, due.count))
        #expect(due.count == 2)
        let inFlight = ending == .leftOnItsWay ? due : []
        for delivery in inFlight { #expect(store.inFlight.begin(delivery, by: SetClock())) }
        try await takeBack(number, in: store)
        #expect(try await store.unread(of: ada) == 1, "they may be shown yet")
        switch ending {
        case .suppressed: _ = try await store.suppressCancelled(number, limit: 10, at: .start)
        case .failed:
            try await store.recordOutcomes([due[0].update(.failed)], at: .start)
            #expect(try await store.unread(of: ada) == 1, "the other one may be shown yet")
            try await store.recordOutcomes([due[1].update(.failed)], at: .start)
        case .tokenRemoved: _ = try await store.remove(.all, of: ada, at: .start)
        case .leftOnItsWay:
            _ = try await store.suppressCancelled(number, limit: 10, at: .start)
            #expect(try await store.unread(of: ada) == 1, "they may be shown yet")
            store.inFlight.end(due.map(\.place.number))
            _ = try await store.endLeft(limit: 10, at: .start)
        }
        #expect(try await store.unread(of: ada) == 0)
    }

    @Test("The entries stay if one push device received the push")
    func sent() async throws {
        let store = try stores.push(.sqlite)
        let number = try await announce(to: ["first", "second"], in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 10)
        try await takeBack(number, in: store)
        try await store.recordOutcomes([due[0].update(.sent), due[1].update(.failed)], at: .start)
        #expect(try await store.unread(of: AccountID("ada")!) == 1)
    }

    @Test("The entries stay if the announcement was not cancelled")
    func kept() async throws {
        let store = try stores.push(.sqlite)
        _ = try await announce(to: ["first"], in: store)
        let due = try await store.due(.apnsProduction, at: .start, after: nil, limit: 10)
        try await store.recordOutcomes(due.map { $0.update(.failed) }, at: .start)
        #expect(try await store.unread(of: AccountID("ada")!) == 1)
    }

    private func takeBack(_ number: Int64, in store: PushStore) async throws {
        try await store.cancel(number, by: nil, at: .start)
        while try await store.removeUnreceived(number, limit: 10) {}
    }

    @Test("An export leaves out an erased position instead of writing zeros")
    func exported() async throws {
        let store = try stores.push(.sqlite)
        _ = try await announce(to: ["first"], in: store)
        let ada = AccountID("ada")!
        let inbox = try #require(PushSchema.export.tables.first { $0.subject.name == "inbox" })
        func entry() async throws -> JSONValue {
            try JSONDocument(try await store.read { try inbox.page(of: ada, after: nil, in: $0) }.entries).root
        }
        let before = try await entry()
        for member in ["distance", "radius", "positionAt"] { #expect(before.member(named: member) != nil, "\(member)") }
        let recipient = try #require(try await store.recipient(of: ada))
        try await store.write { try InboxTable(connection: $0).forgetPlaces(of: recipient) }
        let after = try await entry()
        #expect(after.member("announcementId") != nil)
        for member in ["distance", "radius", "positionAt"] { #expect(after.member(named: member) == nil, "\(member)") }
    }

    private func announce(to pushDevices: [String], in store: PushStore) async throws -> Int64 {
        let ada = AccountID("ada")!
        for name in pushDevices {
            let registration = try TokenRules.checked(.sample(ada, token: name, session: name, pushDevice: name))
            _ = try await store.register(registration, as: PushTokenID("token-" + name)!, at: .start)
        }
        return try await store.queue(for: try await store.recipients(["ada"]))
    }
}

extension DueDelivery {
    fileprivate func update(_ state: DeliveryState) -> DeliveryUpdate {
        DeliveryUpdate(delivery: place.number, state: state, attempts: 1)
    }
}
