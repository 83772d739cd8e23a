// The table that keeps no more than it may, against a plain model of it.

@Suite struct BoundedTableTests {
    @Test("The table holds the same as a list of keys in order of use", arguments: [1, 2, 7])
    func model(capacity: Int) {
        var random = SeededNumbers(seed: UInt64(capacity))
        var table = BoundedTable<Int, Int>(capacity: capacity)
        /// The least recently used first.
        var model: [(key: Int, value: Int)] = []
        for step in 0..<5000 {
            let key = Int(random.next() % 12)
            let known = model.firstIndex { $0.key == key }
            switch random.next() % 4 {
            case 0:
                let gone = known.map { model.remove(at: $0) } ?? (model.count == capacity ? model.removeFirst() : nil)
                model.append((key, step))
                let evicted = table.insert(step, for: key)
                table.use(key) { _ in }
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

    @Test("One entry more replaces the oldest one")
    func order() {
        var table = BoundedTable<Int, String>(capacity: 3)
        for key in 0..<5 { table.insert("\(key)", for: key) }
        #expect((0..<5).map { table[$0] } == [nil, nil, "2", "3", "4"])
        // To write an entry again does not make it younger.
        table.insert("two", for: 2)
        table.insert("5", for: 5)
        #expect(table[2] == nil && table[5] == "5" && table.count == 3)
    }

    @Test("A bounded set forgets its oldest member")
    func recentSet() {
        var set = BoundedTable<Int, Void>(capacity: 3)
        let areNew = [1, 2, 3, 1, 4].map { set.insert($0) }
        #expect(areNew == [true, true, true, false, true])
        let contained = (1...4).map { set.contains($0) }
        #expect(contained == [false, true, true, true])
    }
}
