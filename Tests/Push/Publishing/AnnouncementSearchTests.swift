@testable import Push

@Suite("The search for announcements", .timeLimit(.minutes(10)))
struct AnnouncementSearchTests {
    private let stores = ScratchStores()

    private static let shop = PublisherID("shop")!

    @discardableResult
    private func announce(
        _ store: PushStore, _ subject: Int, at place: Coordinate, type: AnnouncementType = .offer,
        by publisher: PublisherID = Self.shop, _ change: (inout OutgoingNotification) -> Void = { _ in }
    ) async throws -> NotificationID {
        let id = NotificationID("a\(publisher.text)-\(subject)-\(Int.random(in: 0..<1_000_000_000))")!
        _ = try await store.announce(
            .sample.with {
                ($0.type, $0.subject, $0.coordinate) = (type, .number(Int64(subject)), place)
                change(&$0)
            }, as: id, by: publisher, underKey: nil, isBounded: false, at: .start)
        return id
    }

    @Test(
        "A search finds the same as a scan of all announcements",
        arguments: [(48.85, 2.35), (0, 179.999), (0, -179.999), (89.99, 10), (-89.5, -100), (65, 0)])
    func everywhere(latitude: Double, longitude: Double) async throws {
        let store = try stores.push(.sqlite)
        var random = SeededNumbers(seed: 7)
        let near = Coordinate(latitude: latitude, longitude: longitude)!
        var places: [Int: Coordinate] = [:]
        for number in 0..<400 {
            let spread = [0.01, 0.1, 1, 10].randomElement(using: &random)!
            let place = Coordinate(
                latitude: min(90, max(-90, latitude + .random(in: -spread...spread, using: &random))),
                longitude: wrapped(longitude + .random(in: -spread...spread, using: &random) * 2))!
            places[number] = place
            try await announce(store, number, at: place, type: number.isMultiple(of: 3) ? .event : .offer)
        }
        for radius in [500.0, 5_000, 50_000, 300_000, nil] {
            let question = FindAnnouncements(types: [.offer, .event], near: near, radius: radius, limit: 50)
            let found = try await store.find(question, at: .start)
            let expected = places.map { ($0.key, GreatCircle.distance(near, $0.value)) }
                .filter { $0.1 <= radius ?? .infinity }.sorted { $0.1 < $1.1 }.prefix(50)
            #expect(found.map(\.page.announcement.subject) == expected.map { .number(Int64($0.0)) }, "\(radius ?? -1)")
            #expect(found.compactMap(\.distance) == expected.map(\.1))
        }
    }

    @Test("Pages show each announcement once", arguments: [true, false])
    func pages(hasPlace: Bool) async throws {
        let store = try stores.push(.sqlite)
        for number in 0..<25 { try await announce(store, number, at: .north(Double(number % 7))) }
        var (seen, after) = ([AnnouncementSubject](), NotificationID?.none)
        for _ in 0..<4 {
            let page = try await store.find(
                FindAnnouncements(types: [.offer], near: hasPlace ? .sample : nil, limit: 8, after: after),
                at: .start)
            seen += page.map(\.page.announcement.subject)
            after = page.last?.page.id ?? after
        }
        #expect(seen.count == 25 && Set(seen).count == 25)
        let all = try await store.find(
            FindAnnouncements(types: [.offer], near: hasPlace ? .sample : nil, limit: 500), at: .start)
        #expect(all.map(\.page.announcement.subject) == seen)
        let nothing = FindAnnouncements(types: [.offer], limit: 8, after: NotificationID("unknown")!)
        #expect(try await store.find(nothing, at: .start).isEmpty)
    }

    /// The search covers all announcements, not only the first page.
    @Test("A filter finds matches behind many others, page by page", arguments: [true, false])
    func filtered(hasPlace: Bool) async throws {
        let store = try stores.push(.sqlite)
        for number in 0..<600 {
            try await announce(store, number, at: .north(Double(number) / 10)) {
                if hasPlace ? number >= 580 : number < 20 { $0.details = #"{"city":"Lyon"}"# }
            }
        }
        var (seen, after) = ([AnnouncementSubject](), NotificationID?.none)
        for size in [8, 8, 4] {
            let page = try await store.find(
                FindAnnouncements(
                    types: [.offer], near: hasPlace ? .sample : nil, limit: 8, after: after,
                    filter: FindAnnouncements.Filter(city: "LYON")), at: .start)
            #expect(page.count == size)
            seen += page.map(\.page.announcement.subject)
            after = page.last?.page.id ?? after
        }
        let expected = hasPlace ? Array(580..<600) : (0..<20).reversed()
        #expect(seen == expected.map { .number(Int64($0)) })
    }

    /// Users see the default title, so it must be searchable.
    @Test("A search reads announcements as they are shown")
    func shown() async throws {
        let store = try stores.push(.sqlite)
        try await announce(store, 1, at: .sample) { $0.title = nil }
        let question = FindAnnouncements(types: [.offer], limit: 10, filter: FindAnnouncements.Filter(name: "offer"))
        #expect(try await store.find(question, at: .start).isEmpty)
        let found = try await store.find(question, at: .start) { page in
            var page = page
            page.announcement.title = "An offer near you"
            return page
        }
        #expect(found.map(\.page.announcement.title) == ["An offer near you"])
    }

    @Test("A search shows the latest announcement of a subject by the publisher who owns it")
    func subjects() async throws {
        let store = try stores.push(.sqlite)
        let other = PublisherID("other")!
        let first = try await announce(store, 1, at: .north(1)) { $0.expiresAt = .start.adding(seconds: 60) }
        let moved = try await announce(store, 1, at: .north(3)) { $0.expiresAt = .start.adding(seconds: 60) }
        let taken = try await announce(store, 1, at: .north(2), by: other)
        func listed(_ near: Coordinate?, _ now: UnixTime) async throws -> [NotificationID] {
            try await store.find(FindAnnouncements(types: [.offer], near: near, limit: 10), at: now).map(\.page.id)
        }
        func opened(_ now: UnixTime) async throws -> NotificationID? {
            try await store.latest(of: .number(1), [.offer, .event], at: now)?.id
        }
        for near in [nil, Coordinate.sample] { #expect(try await listed(near, .start) == [moved]) }
        #expect(try await opened(.start) == moved && first != moved)
        let later = UnixTime.start.adding(seconds: 61)
        _ = try await store.forget(Retention(), limit: 100, at: later)
        for near in [nil, Coordinate.sample] { #expect(try await listed(near, later) == [taken]) }
        #expect(try await opened(later) == taken)
        try await store.cancel(try #require(try store.announcement(taken.text)).number, by: nil, at: later)
        #expect(try await opened(later) == moved, "what is over opens too")
        #expect(try await store.latest(of: .number(1), [.professional], at: later) == nil)
        #expect(try await listed(nil, later).isEmpty)
    }

    private func wrapped(_ longitude: Double) -> Double {
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    }
}
