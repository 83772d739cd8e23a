// The table that forgets what was not used, against a plain model of it.

import Testing

@testable import Edge

@Suite struct RecencyTableTests {
    @Test("It holds what a list of keys in the order of their use holds", arguments: [1, 2, 7])
    func model(capacity: Int) {
        var random = SplitMix(state: UInt64(capacity))
        var table = RecencyTable<Int, Int>(capacity: capacity)
        /// The least recently used first.
        var model: [(key: Int, value: Int)] = []
        for step in 0..<5000 {
            let key = Int(random.next() % 12)
            let known = model.firstIndex { $0.key == key }
            switch random.next() % 4 {
            case 0:
                let gone = known.map { model.remove(at: $0) } ?? (model.count == capacity ? model.removeFirst() : nil)
                model.append((key, step))
                let evicted = table.insert(key, step)
                #expect(evicted?.key == gone?.key && evicted?.value == gone?.value)
            case 1:
                let removed = table.remove(key)
                let expected = known.map { model.remove(at: $0).value }
                #expect(removed == expected)
            default:
                let used = table.use(key) { $0 }
                let expected = known.map { model[$0].value }
                #expect(used == expected)
                if let known { model.append(model.remove(at: known)) }
            }
            #expect(table.count == model.count)
            let isSame = (0..<12).allSatisfy { key in table.contains(key) == model.contains { $0.key == key } }
            #expect(isSame)
        }
    }

    @Test("A set of the last few forgets the first that came")
    func recentSet() {
        var set = RecentSet<Int>(capacity: 3)
        let areNew = [1, 2, 3, 1, 4].map { set.insert($0) }
        #expect(areNew == [true, true, true, false, true])
        let contained = (1...4).map { set.contains($0) }
        #expect(contained == [false, true, true, true])
    }
}

/// Numbers that look random and are the same in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
