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

    @Test("Listeners are called after a change is readable")
    func listens() {
        let seen = Mutex<[UInt64]>([])
        changes.listen { [changes] in
            let now = changes.page(epoch: nil, after: nil, limit: 1).highWater
            seen.withLock { $0.append(now) }
        }
        changes.record([.owner])
        changes.record([])
        changes.record([.friend, .owner])
        #expect(seen.withLock { $0 } == [1, 3])
    }
}
