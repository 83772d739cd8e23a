@testable import Location

@Suite("The positions of a store", .timeLimit(.minutes(10))) struct PositionTests {
    private let stores = ScratchStores()

    private func position(_ latitude: Double = 48.5, at second: Int64 = 0, accuracy: Double? = 10) throws -> Position {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: -1.25))
        return Position(coordinate: coordinate, accuracy: accuracy, at: .start.adding(seconds: second))
    }

    private func news(of store: LocationStore) async throws -> [String: Position?] {
        let page = try await store.readPositions(epoch: nil, after: 0, limit: 100)
        return try Dictionary(
            uniqueKeysWithValues: page.changes.map { change in
                (change.key, try change.value.map { try CBORDecoder().decode(Position.self, from: $0) })
            })
    }

    private func set(_ position: Position, of account: AccountID = .ada, _ store: LocationStore) async throws -> Bool {
        try await store.setPosition(position, of: account, at: .start).value
    }

    @Test("The position with the latest time is kept", arguments: StoreKind.allCases)
    func latest(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        #expect(try await store.getPosition(of: .ada) == PositionStatus(isAllowed: true))
        #expect(try await set(position(at: 10), store))
        #expect(try await !set(position(50, at: 9), store))
        #expect(try await store.getPosition(of: .ada).position == position(at: 10))
        #expect(try await set(position(50, at: 10, accuracy: nil), store))
        #expect(try await store.getPosition(of: .ada).position == position(50, at: 10, accuracy: nil))
        #expect(try await store.getPosition(of: .ben).position == nil)
        #expect(try await news(of: store) == [AccountID.ada.text: position(50, at: 10, accuracy: nil)])
    }

    @Test("A position from a wrong future clock does not block later ones", arguments: StoreKind.allCases)
    func future(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        // The server's clock was a year ahead when this one came.
        let year: Int64 = 365 * 86_400
        _ = try await store.setPosition(position(at: year), of: .ada, at: .start.adding(seconds: year))
        #expect(try await set(position(50, at: -60), store))
        #expect(try await !set(position(51, at: -61), store))
        #expect(try await store.getPosition(of: .ada).position == position(50, at: -60))
    }

    @Test("A position from a wrong future clock is dated back and ages", arguments: StoreKind.allCases)
    func futureAges(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let year: Int64 = 365 * 86_400
        _ = try await store.setPosition(position(at: year), of: .ada, at: .start.adding(seconds: year))
        _ = try await set(position(at: 300), of: .ben, store)
        let oldest = UnixTime.start.adding(seconds: -60)
        _ = try await store.forgetPositions(after: "", limit: 10, before: oldest, at: .start)
        #expect(try await store.getPosition(of: .ada).position == position(at: 0))
        #expect(try await store.getPosition(of: .ben).position == position(at: 300))
        #expect(try await news(of: store)[AccountID.ada.text] == position(at: 0))
    }

    @Test("Old positions are deleted in portions", arguments: StoreKind.allCases)
    func old(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        let accounts = (0..<5).map { AccountID.named(String(repeating: "\($0)", count: 24)) }
        for (number, account) in accounts.enumerated() {
            _ = try await set(position(at: Int64(number)), of: account, store)
        }
        _ = try await store.allowPositions(false, of: .ben, at: .start)
        var place: String? = ""
        var turns = 0
        while let account = place {
            place = try await store.forgetPositions(
                after: account, limit: 2, before: .start.adding(seconds: 3), at: .start)
            turns += 1
        }
        #expect(turns == 4)
        var isKept: [Bool] = []
        for account in accounts { isKept.append(try await store.getPosition(of: account).position != nil) }
        #expect(isKept == [false, false, false, true, true])
        #expect(try await news(of: store).filter { $0.value == nil }.count == 3)
        // The user's choice stays.
        #expect(try await store.getPosition(of: .ben) == PositionStatus(isAllowed: false))
    }

    @Test("An erased position is deleted, and the next one is stored", arguments: StoreKind.allCases)
    func erase(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        _ = try await store.erasePosition(of: .ada, at: .start.adding(seconds: -60))
        #expect(try await news(of: store).isEmpty)
        _ = try await set(position(), store)
        for _ in 1...2 { _ = try await store.erasePosition(of: .ada, at: .start) }
        #expect(try await store.getPosition(of: .ada) == PositionStatus(isAllowed: true))
        #expect(try await news(of: store) == [AccountID.ada.text: nil, WithdrawnPosition(.ada).key: nil])
        // The next one is kept again.
        #expect(try await set(position(at: 1), store))
        // A follower that has not read the erasure yet gets it first.
        let told = try await store.readPositions(epoch: nil, after: 0, limit: 100).changes
        #expect(told.map(\.key) == [WithdrawnPosition(.ada).key, AccountID.ada.text])
        #expect(told.map { $0.value == nil } == [true, false])
    }

    @Test(
        "A position from before an erasure is refused, however late it arrives", arguments: StoreKind.allCases,
        [true, false])
    func late(kind: StoreKind, isKept: Bool) async throws {
        let store = try stores.location(kind)
        // Also the first report of all may still be on its way.
        if isKept { _ = try await set(position(at: -10), store) }
        _ = try await store.erasePosition(of: .ada, at: .start)
        for second in [-60, -1, 0] as [Int64] { #expect(try await !set(position(at: second), store)) }
        #expect(try await store.getPosition(of: .ada) == PositionStatus(isAllowed: true))
        #expect(try await news(of: store)[AccountID.ada.text]??.at == nil)
        #expect(try await set(position(at: 1), store))
        // The erasure counts on, whatever has been kept since.
        #expect(try await !set(position(at: -1), store))
        _ = try await store.erasePosition(of: .ada, at: .start.adding(seconds: 2))
        #expect(try await !set(position(at: 2), store))
        #expect(try await set(position(at: 3), store))
    }

    @Test("A position from a time when positions were forbidden is refused", arguments: StoreKind.allCases)
    func forbiddenTime(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        _ = try await store.allowPositions(false, of: .ada, at: .start)
        _ = try await store.allowPositions(true, of: .ada, at: .start.adding(seconds: 10))
        #expect(try await !set(position(at: -1), store))
        #expect(try await !set(position(at: 9), store))
        #expect(try await set(position(at: 11), store))
    }

    @Test("An erasure from a wrong future clock blocks no later position", arguments: StoreKind.allCases)
    func futureErasure(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        _ = try await store.erasePosition(of: .ada, at: .start.adding(seconds: 365 * 86_400))
        #expect(try await set(position(), store))
    }

    @Test("A user who has forbidden positions has none", arguments: StoreKind.allCases)
    func forbid(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        _ = try await set(position(), store)
        for _ in 1...2 {
            #expect(
                try await store.allowPositions(false, of: .ada, at: .start).value == PositionStatus(isAllowed: false))
        }
        #expect(try await !set(position(at: 10), store))
        #expect(try await news(of: store) == [AccountID.ada.text: nil, WithdrawnPosition(.ada).key: nil])
        _ = try await store.allowPositions(true, of: .ada, at: .start)
        #expect(try await store.getPosition(of: .ada) == PositionStatus(isAllowed: true))
        #expect(try await set(position(at: 10), store))
        // A user can also forbid positions before the first one.
        _ = try await store.allowPositions(false, of: .ben, at: .start)
        #expect(try await !set(position(), of: .ben, store))
    }

    @Test("Positions are deleted with their account", arguments: StoreKind.allCases)
    func accounts(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        for account in [AccountID.ada, .ben] { _ = try await set(position(), of: account, store) }
        let there = try CBOREncoder().encode(AccountChange(status: .disabled, number: 2))
        let page = FeedPage(
            epoch: FeedEpoch(rawValue: 1 << 40),
            changes: [
                FeedChange(sequence: 1, key: AccountID.ada.text, value: nil),
                FeedChange(sequence: 2, key: AccountID.ben.text, value: there),
            ], highWater: 2, startsOver: false)
        try await store.applyAccounts(page, at: .start)
        #expect(try await store.getPosition(of: .ada).position == nil)
        #expect(try await store.getPosition(of: .ben).position != nil)
        #expect(try await news(of: store)[AccountID.ada.text] == .some(nil))
        #expect(await refusal { _ = try await set(position(), store) } == .accountErased)
        #expect(await refusal { _ = try await store.allowPositions(true, of: .ada, at: .start) } == .accountErased)
        // Nothing is left to erase, and no row is made that nothing would delete.
        _ = try await store.erasePosition(of: .ada, at: .start)
        #expect(await refusal { _ = try await set(position(at: 1), store) } == .accountErased)
    }

    @Test("A future time is replaced by now", arguments: [(-5, -5), (0, 0), (300, 0)] as [(Int64, Int64)])
    func dated(second: Int64, kept: Int64) throws {
        #expect(try PositionRules.dated(position(at: second), at: .start) == position(at: kept))
    }

    @Test(
        "A position outside the rules is refused",
        arguments: [
            (0, 10, true), (300, 0, true), (301, 0, false), (-1_000_000, 100_000, true), (0, -1, false),
            (0, 100_001, false), (0, .nan, false), (0, .infinity, false),
        ] as [(Int64, Double, Bool)])
    func rules(second: Int64, accuracy: Double, isTaken: Bool) throws {
        let reported = try position(at: second, accuracy: accuracy)
        #expect(((try? PositionRules.check(reported, at: .start)) != nil) == isTaken)
    }
}
