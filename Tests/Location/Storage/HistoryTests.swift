@testable import Location

@Suite("The history of a claimed device", .timeLimit(.minutes(10))) struct HistoryTests {
    private let stores = ScratchStores()

    /// The time of the sample with this number.
    private func time(_ number: Int) -> UnixTime { UnixTime(milliseconds: Int64(1_700_000_000 + number) * 1000) }

    private func claimed(
        _ kind: StoreKind, _ change: (inout LocationPolicy) -> Void = { _ in }
    ) async throws -> LocationStore {
        let store = try stores.location(kind, change)
        try await store.protect(.owner)
        _ = try await store.claimDevice(.owner, key: .right, for: .ada, at: .start)
        return store
    }

    private func report(_ store: LocationStore, _ numbers: Int...) async throws {
        for number in numbers { try await store.report(.owner, number, key: .right) }
    }

    /// The numbers of the samples of a page.
    private func page(
        _ store: LocationStore, _ range: HistoryRange = HistoryRange(), after cursor: HistoryCursor? = nil,
        limit: Int = 1000, isOldestFirst: Bool = false, by account: AccountID = .ada
    ) async throws -> (numbers: [Int], next: HistoryCursor?) {
        let reply = try await store.readHistory(
            ReadDeviceHistory(
                account: account, device: .owner, range: range, after: cursor, limit: limit,
                isOldestFirst: isOldestFirst), at: .start
        ).value
        return (reply.points.map { Int(($0.at?.rawValue ?? 0) / 1000 - 1_700_000_000) }, reply.next)
    }

    /// As Miataru's call reads it, with the number that it tells.
    private func sequence(_ store: LocationStore) async throws -> [Location] {
        let reply = try await store.history(.owner)
        #expect(reply.available == reply.locations.count)
        return reply.locations
    }

    private func bring(_ store: LocationStore, _ numbers: Int...) async throws -> ImportDeviceHistory.Reply {
        try await store.importHistory(numbers.map { .sample($0) }, of: .owner, by: .ada).value
    }

    @Test("The holder of the key adds places below the current one, each once", arguments: StoreKind.allCases)
    func addsEarlier(kind: StoreKind) async throws {
        let store = try await claimed(kind)
        try await report(store, 9)
        _ = try await store.addEarlier([.sample(3), .sample(1)], of: .owner, key: .right)
        try await report(store, 10)
        _ = try await store.addEarlier([.sample(3), .sample(5), .sample(9)], of: .owner, key: .right)
        _ = try await store.addEarlier([], of: .owner, key: .right)
        #expect(try await page(store).numbers == [10, 9, 5, 3, 1])
        #expect(try await sequence(store) == [10, 9, 5, 3, 1].map { Location.sample($0) })
        #expect(await refusal { _ = try await store.addEarlier([], of: .owner, key: .wrong) } != nil)
        #expect(await refusal { _ = try await store.addEarlier([], of: .stranger, key: .right) } != nil)
    }

    @Test("Pages follow each other in the order of time, in both directions", arguments: StoreKind.allCases)
    func pages(kind: StoreKind) async throws {
        let store = try await claimed(kind)
        try await report(store, 1, 5, 3, 4, 2, 4)
        for (isOldestFirst, order) in [(false, [5, 4, 4, 3, 2, 1]), (true, [1, 2, 3, 4, 4, 5])] {
            var (read, cursor) = ([Int](), HistoryCursor?.none)
            repeat {
                let page = try await page(store, after: cursor, limit: 2, isOldestFirst: isOldestFirst)
                read += page.numbers
                cursor = page.next
            } while cursor != nil
            #expect(read == order)
        }
        #expect(try await page(store, HistoryRange(from: time(2), to: time(4))).numbers == [3, 2])
        #expect(try await page(store, HistoryRange(to: time(2))).numbers == [1])
    }

    @Test("Only the account whose claim is valid reads, deletes, limits and imports", arguments: StoreKind.allCases)
    func owners(kind: StoreKind) async throws {
        let store = try await claimed(kind)
        try await report(store, 1, 2)
        func refusals(_ account: AccountID) async -> [Refusal?] {
            [
                await refusal { _ = try await page(store, by: account) },
                await refusal { _ = try await store.deleteHistory(of: .owner, in: HistoryRange(), by: account) },
                await refusal { _ = try await store.setHistoryDays(1, of: .owner, by: account) },
                await refusal { _ = try await store.getHistoryDays(of: .owner, by: account) },
                await refusal { _ = try await store.importHistory([.sample(9)], of: .owner, by: account) },
            ]
        }
        #expect(await refusals(.ben) == [Refusal?](repeating: .notYours(.account(.ben)), count: 5))
        _ = try await store.setDeviceKey(.owner, current: .right, new: .wrong, salt: salt)
        #expect(await refusals(.ada) == [Refusal?](repeating: .keyChangedSinceClaim(.owner), count: 5))
        #expect(try await store.history(.owner).available == 2)
    }

    @Test("The owner leaves no visit", arguments: StoreKind.allCases)
    func visits(kind: StoreKind) async throws {
        let store = try await claimed(kind)
        try await report(store, 1)
        _ = try await page(store)
        #expect(try await store.visitors(.owner, key: .right) == [])
    }

    @Test("A deletion removes a range, closes the gap and keeps the current place", arguments: StoreKind.allCases)
    func deletion(kind: StoreKind) async throws {
        let store = try await claimed(kind) { $0.historyCap = 6 }
        try await report(store, 1, 2, 3, 4, 5)
        func delete(_ range: HistoryRange) async throws -> Int {
            try await store.deleteHistory(of: .owner, in: range, by: .ada).value
        }
        #expect(try await delete(HistoryRange(from: time(2), to: time(4))) == 2)
        #expect(try await sequence(store) == [.sample(5), .sample(4), .sample(1)])
        #expect(try await delete(HistoryRange(from: time(4))) == 1)
        #expect(try await sequence(store) == [.sample(5), .sample(1)])
        try await report(store, 6, 7, 8, 9)
        #expect(try await sequence(store).count == 6)
        #expect(try await delete(HistoryRange()) == 5)
        #expect(try await store.look(.owner) == .sample(9))
    }

    @Test(
        "Points older than the days of the owner are deleted, except the current place", arguments: StoreKind.allCases)
    func retention(kind: StoreKind) async throws {
        let store = try await claimed(kind)
        try await report(store, 1, 2, 86_402, 3)
        #expect(try await store.getHistoryDays(of: .owner, by: .ada).value == nil)
        func trim(at now: UnixTime) async throws -> [Int] {
            #expect(try await store.trimHistories(after: 0, limit: 10, portion: 1, at: now) == nil)
            return try await page(store, isOldestFirst: true).numbers
        }
        let late = time(3 * 86_400)
        #expect(try await trim(at: late) == [1, 2, 3, 86_402])
        _ = try await store.setHistoryDays(1, of: .owner, by: .ada)
        #expect(try await store.getHistoryDays(of: .owner, by: .ada).value == 1)
        #expect(try await trim(at: time(86_402)) == [2, 3, 86_402])
        #expect(try await trim(at: late) == [3])
        #expect(try await store.look(.owner) == .sample(3))
        _ = try await store.setHistoryDays(nil, of: .owner, by: .ada)
        #expect(try await store.getHistoryDays(of: .owner, by: .ada).value == nil)
    }

    @Test(
        "Imported points stand in the order of time below the current place, each once", arguments: StoreKind.allCases)
    func imports(kind: StoreKind) async throws {
        let store = try await claimed(kind) { $0.historyCap = 6 }
        #expect(try await bring(store, 4, 2, 4) == .init(stored: 2, known: 1, dropped: 0))
        #expect(try await store.look(.owner) == .sample(4), "the newest of a device without a place")
        try await report(store, 6)
        #expect(try await bring(store, 1, 2, 5, 9) == .init(stored: 3, known: 1, dropped: 0))
        #expect(try await sequence(store) == [.sample(6), .sample(9), .sample(5), .sample(4), .sample(2), .sample(1)])
        #expect(try await bring(store, 9, 1) == .init(stored: 0, known: 2, dropped: 0))
        #expect(try await bring(store, 3) == .init(stored: 1, known: 0, dropped: 1))
        #expect(try await page(store).numbers == [9, 6, 5, 4, 3, 2])
        try await report(store, 7)
        #expect(try await sequence(store).count == 6)
    }

    @Test("A device without history takes no import", arguments: StoreKind.allCases)
    func withoutHistory(kind: StoreKind) async throws {
        let store = try await claimed(kind)
        try await store.report(.owner, 1, key: .right, keeping: .until(time(60)))
        #expect(await refusal { _ = try await bring(store, 2) } == .keepsNoHistory)
        #expect(try await page(store).numbers == [])
        let none = try await claimed(kind) { $0.historyCap = 0 }
        #expect(await refusal { _ = try await bring(none, 2) } == .keepsNoHistory)
    }

    /// Rows of versions before the column have no time.
    @Test("Points of earlier versions get their times when the owner asks", arguments: StoreKind.allCases)
    func earlierVersions(kind: StoreKind) async throws {
        let store = try await claimed(kind)
        try await report(store, 1, 2)
        _ = try await store.write { try $0.run("UPDATE location SET fixed_at = NULL") }
        #expect(try await page(store).numbers == [2, 1])
        _ = try await store.write { try $0.run("UPDATE location SET fixed_at = NULL") }
        #expect(try await bring(store, 1) == .init(stored: 0, known: 1, dropped: 0))
    }
}
