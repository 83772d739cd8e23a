@testable import Location

@Suite("The changes of devices") struct DeviceChangesTests {
    private let changes = DeviceChanges(capacity: 4, epoch: 7)

    private func page(_ after: UInt64?, limit: Int = 100, epoch: UInt64? = 7) -> FeedPage {
        changes.page(epoch: epoch.map(FeedEpoch.init(rawValue:)), after: after, limit: limit)
    }

    @Test("Each device is reported once, in the order of its latest change")
    func pages() {
        #expect(page(nil, epoch: nil).highWater == 0)
        changes.record([.owner, .friend])
        changes.record([.owner])
        let all = page(0)
        #expect(all.changes.map(\.key) == ["friend", "owner"] && all.changes.map(\.sequence) == [2, 3])
        #expect(all.highWater == 3 && !all.startsOver)
        #expect(page(2).changes.map(\.key) == ["owner"])
        #expect(page(3).changes.isEmpty && !page(3).startsOver)
        // A small page ends before the later change.
        #expect(page(0, limit: 2).changes.map(\.key) == ["owner", "friend"])
    }

    @Test("A reader with another epoch or too far behind starts over")
    func startsOver() {
        changes.record([.owner])
        #expect(page(0, epoch: 8).startsOver && page(0, epoch: nil).startsOver && page(2).startsOver)
        for number in 0..<20 { changes.record([.named("d\(number)")]) }
        #expect(page(0).startsOver && page(0).highWater == 21)
        #expect(page(20).changes.map(\.key) == ["d19"])
        // As many as it is to keep are there, whenever the others went.
        #expect(page(17).changes.count == 4)
    }

    private func points(_ after: UInt64, limit: Int = 100) throws -> [(key: String, locations: [Location]?)] {
        try changes.pageWithPoints(epoch: changes.epoch, after: after, limit: limit).changes.map { change in
            (change.key, try change.value.map { try FeedValue.read(ChangedPoints.self, from: $0).locations })
        }
    }

    @Test("A follower of the points gets each change with its places, and a change of something else without")
    func pagesWithPoints() throws {
        changes.record(points: [
            DeviceReport.Run(device: .owner, locations: [.sample(1), .sample(2)]),
            DeviceReport.Run(device: .friend, locations: [.sample(3)]),
        ])
        changes.record([.owner])
        changes.record(points: [DeviceReport.Run(device: .owner, locations: [.sample(4)])])
        let all = try points(0)
        #expect(all.map(\.key) == ["owner", "friend", "owner", "owner"])
        #expect(all.map(\.locations) == [[.sample(1), .sample(2)], [.sample(3)], nil, [.sample(4)]])
        #expect(try points(3).map(\.locations) == [[.sample(4)]])
        #expect(page(0).changes.map(\.key) == ["friend", "owner"])
        #expect(page(0).changes.allSatisfy { $0.value == nil })
    }

    @Test("The number of points in memory is limited, and the oldest ones are dropped")
    func dropsPoints() throws {
        let changes = DeviceChanges(maximumPoints: 3, epoch: 7)
        for number in 1...3 {
            let locations = [Location.sample(2 * number), .sample(2 * number + 1)]
            changes.record(points: [DeviceReport.Run(device: .owner, locations: locations)])
        }
        let page = changes.pageWithPoints(epoch: changes.epoch, after: 0, limit: 100)
        let kept = try page.changes.map { change in
            try FeedValue.read(ChangedPoints.self, from: change.value ?? []).locations
        }
        #expect(kept == [[], [], [.sample(6), .sample(7)]])
    }

    @Test("The places of a request are recorded in its order, also of several devices")
    func runs() {
        let devices: [DeviceID] = [.owner, .friend, .friend, .owner]
        let entries = devices.enumerated().map { UpdateLocation.Entry(device: $1, location: .sample($0)) }
        let runs = DeviceReport.runs(DeviceReport.reports(entries))
        #expect(runs.map(\.device) == [.owner, .friend, .owner])
        #expect(runs.map(\.locations) == [[.sample(0)], [.sample(1), .sample(2)], [.sample(3)]])
        #expect(DeviceReport.runs(DeviceReport.reports([entries[0]])).map(\.locations) == [[.sample(0)]])
    }

    @Test("Listeners are called after a change is readable")
    func listens() {
        let seen = Mutex<[UInt64]>([])
        changes.listen { [changes] _ in
            let now = changes.page(epoch: nil, after: nil, limit: 1).highWater
            seen.withLock { $0.append(now) }
        }
        changes.record([.owner])
        changes.record([])
        changes.record([.friend, .owner])
        #expect(seen.withLock { $0 } == [1, 3])
    }

    @Test("Points are wanted from the first question of a follower, until it is so far behind that it starts over")
    func wanted() {
        let changes = DeviceChanges(capacity: 2, epoch: 1)
        #expect(!changes.wantsPoints)
        changes.record([.owner])
        _ = changes.page(epoch: changes.epoch, after: 0, limit: 1)
        #expect(!changes.wantsPoints)
        changes.record([.owner]) { [DeviceReport.Run(device: .owner, locations: [.sample(1)])] }
        let cursor = changes.pageWithPoints(epoch: nil, after: nil, limit: 1).highWater
        #expect(changes.wantsPoints)
        changes.record([.owner]) { [DeviceReport.Run(device: .owner, locations: [.sample(2)])] }
        let page = changes.pageWithPoints(epoch: changes.epoch, after: 0, limit: 9)
        #expect(page.changes.map { $0.value == nil } == [true, true, false], "only the last change has its points")
        for _ in 0..<5 { changes.record([.owner]) }
        #expect(!changes.wantsPoints)
        #expect(changes.pageWithPoints(epoch: changes.epoch, after: cursor, limit: 1).startsOver)
        #expect(changes.wantsPoints)
    }
}
