@testable import Location

@Suite("The visits of a store", .timeLimit(.minutes(10))) struct VisitTests {
    private let stores = ScratchStores()

    private func device(_ number: Int) -> DeviceID { .named("visitor \(number)") }
    private func time(_ seconds: Int) -> UnixTime { .start.adding(seconds: Int64(seconds)) }

    @Test("A look at the current location is a visit, even if the list hides it", arguments: StoreKind.allCases)
    func current(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        try await store.allow([.friend], of: .owner)
        _ = try await store.look(.owner, by: .stranger, at: time(1))
        _ = try await store.look(.owner, at: time(2))
        let visits = try await store.getVisitorHistory(.owner, amount: 10, key: nil).value
        #expect(visits.maximum == 10)
        #expect(visits.visits == [.init(visitor: .friend, time: time(2)), .init(visitor: .stranger, time: time(1))])
    }

    @Test("A look at the history is a visit only if it returns locations", arguments: StoreKind.allCases)
    func history(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1, keeping: .until(time(60)))
        _ = try await store.history(.owner)
        #expect(try await store.visitors(.owner) == [])
        try await store.report(.owner, 1)
        try await store.allow([.friend], of: .owner)
        _ = try await store.history(.owner, by: .stranger)
        #expect(try await store.visitors(.owner) == [])
        _ = try await store.history(.owner)
        #expect(try await store.visitors(.owner) == ["friend"])
    }

    @Test(
        "Looks at oneself, at missing or expired locations, and refused ones are no visits",
        arguments: StoreKind.allCases)
    func none(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.protect(.stranger)
        _ = try await store.look(.owner)
        try await store.report(.owner, 1, keeping: .until(time(60)))
        _ = try await store.look(.owner, by: .owner)
        _ = try await store.look(.owner, at: time(60))
        _ = await refusal { _ = try await store.look(.owner, by: .stranger) }
        try await store.report(.owner, 2)
        _ = try await store.history(.owner, by: .owner)
        #expect(try await store.visitors(.owner) == [])
    }

    @Test("Each visitor or each visit is listed, the latest first", arguments: StoreKind.allCases, [false, true])
    func order(kind: StoreKind, everyVisit: Bool) async throws {
        let store = try stores.location(kind) { ($0.visitorCap, $0.recordsEveryVisit) = (3, everyVisit) }
        try await store.report(.owner, 1)
        var expected: [Int] = []
        for (second, number) in [1, 1, 2, 3, 1, 1, 4, 3, 5, 5, 4, 1, 2].enumerated() {
            _ = try await store.look(.owner, by: device(number), at: time(second))
            expected = Array(([number] + expected.filter { everyVisit || $0 != number }).prefix(3))
            #expect(try await store.visitors(.owner) == expected.map { device($0).text })
        }
        #expect(try await store.getVisitorHistory(.owner, amount: 1, key: nil).value.visits[0].time == time(12))
    }

    @Test(
        "A reader that keeps looking renews its latest visit and no earlier one", arguments: StoreKind.allCases,
        [false, true])
    func watching(kind: StoreKind, everyVisit: Bool) async throws {
        let store = try stores.location(kind) { $0.recordsEveryVisit = everyVisit }
        try await store.report(.owner, 1)
        for (second, number) in [1, 1, 2].enumerated() {
            _ = try await store.look(.owner, by: device(number), at: time(second))
        }
        for second in 10...12 {
            _ = try await store.watchLocations([.owner], for: Reader(device: device(1)), at: time(second))
        }
        let visits = try await store.getVisitorHistory(.owner, amount: 10, key: nil).value.visits
        #expect(visits.map(\.visitor) == (everyVisit ? [1, 2, 1] : [1, 2]).map { device($0) })
        #expect(visits[0].time == time(12))
    }

    @Test("The number of visits is limited by the request", arguments: StoreKind.allCases)
    func amount(kind: StoreKind) async throws {
        let store = try stores.location(kind)
        try await store.report(.owner, 1)
        for number in 1...12 { _ = try await store.look(.owner, by: device(number)) }
        for (amount, count) in [(1, 1), (5, 5), (10, 10), (1000, 10), (-1, 0), (Int.min, 0)] {
            #expect(try await store.visitors(.owner, amount).count == count)
        }
    }

    @Test("Unproven readers do not displace proven visitors", arguments: [false, true])
    func proven(everyVisit: Bool) async throws {
        let store = try stores.location(.sqlite) {
            $0.visitorCap = 3
            $0.recordsEveryVisit = everyVisit
        }
        try await store.report(.owner, 1)
        try await store.protect(.friend)
        _ = try await store.look(.owner, key: .right, at: time(0))
        for number in 1...10 {
            _ = try await store.look(.owner, by: device(number), at: time(number))
            let made = [number, number - 1].filter { $0 > 0 }.map { device($0).text }
            #expect(try await store.visitors(.owner) == made + ["friend"])
        }
        // A proved visitor comes before an unproved one.
        try await store.protect(.stranger)
        _ = try await store.history(.owner, by: .stranger, key: .right, at: time(11))
        #expect(try await store.visitors(.owner) == ["stranger", device(10).text, "friend"])
    }

    @Test("A proven visitor of a version without ranks stays", arguments: StoreKind.allCases)
    func withoutRank(kind: StoreKind) async throws {
        let store = try stores.location(kind) { $0.visitorCap = 2 }
        try await store.report(.owner, 1)
        try await store.allow([.friend], of: .owner)
        _ = try await store.look(.owner)
        _ = try await store.write { try $0.run("UPDATE visit SET rank = NULL") }
        for number in 1...3 {
            try await store.protect(device(number))
            _ = try await store.look(.owner, by: device(number), key: .right, at: time(number))
        }
        #expect(try await store.visitors(.owner) == [device(3).text, "friend"])
    }

    @Test("A visitor who was proven once stays proven", arguments: [false, true])
    func provenOnce(isInFront: Bool) async throws {
        let store = try stores.location(.sqlite) { $0.visitorCap = 3 }
        try await store.report(.owner, 1)
        try await store.allow([.friend], of: .owner)
        _ = try await store.look(.owner, at: time(0))
        if !isInFront { _ = try await store.look(.owner, by: .stranger, at: time(1)) }
        // Now by a list on which it does not stand.
        try await store.allow([.stranger], of: .owner)
        _ = try await store.look(.owner, at: time(2))
        for number in 1...10 { _ = try await store.look(.owner, by: device(number), at: time(number)) }
        #expect(try await store.visitors(.owner) == [device(10).text, device(9).text, "friend"])
    }

    @Test("The newest visitor is listed first, even in a list of proven ones")
    func newest() async throws {
        let store = try stores.location(.sqlite) { $0.visitorCap = 3 }
        try await store.report(.owner, 1)
        let readers = (1...4).map { DeviceID.named("reader \($0)") }
        for (second, reader) in readers.enumerated() {
            try await store.protect(reader)
            _ = try await store.look(.owner, by: reader, key: .right, at: time(second))
        }
        #expect(try await store.visitors(.owner) == ["reader 4", "reader 3", "reader 2"])
        for number in 1...10 {
            _ = try await store.look(.owner, by: device(number), at: time(number))
            #expect(try await store.visitors(.owner) == [device(number).text, "reader 4", "reader 3"])
        }
    }

    @Test("A cap of 0 stores no visits", arguments: StoreKind.allCases)
    func noRoom(kind: StoreKind) async throws {
        let store = try stores.location(kind) { $0.visitorCap = 0 }
        try await store.report(.owner, 1)
        #expect(try await store.look(.owner) == .sample(1))
        #expect(try await store.visitors(.owner) == [])
    }

    @Test("Concurrent visits are all stored", arguments: StoreKind.allCases)
    func parallel(kind: StoreKind) async throws {
        let store = try stores.location(kind) { $0.visitorCap = 200 }
        try await store.report(.owner, 1)
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                let visitor = device(number)
                group.addTask { _ = try await store.look(.owner, by: visitor) }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await store.visitors(.owner, 1000)).count == 200)
    }
}
