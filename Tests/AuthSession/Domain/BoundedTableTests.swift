// A table that keeps no more than it may.

import Testing

@testable import AuthSession

@Suite("A bounded table")
struct BoundedTableTests {
    @Test("one entry more takes the place of the one that came first")
    func order() {
        var table = BoundedTable<Int, String>(capacity: 3)
        for key in 0..<5 { table.insert("\(key)", for: key) }
        #expect((0..<5).map { table[$0] } == [nil, nil, "2", "3", "4"])
        // To write an entry again does not make it younger.
        table.insert("two", for: 2)
        table.insert("5", for: 5)
        #expect(table[2] == nil && table[5] == "5" && table.count == 3)
    }

    @Test("entries that come and go again and again do not add up")
    func comingAndGoing() {
        var table = BoundedTable<Int, Int>(capacity: 8)
        for round in 0..<10_000 {
            table.insert(round, for: round % 11)
            if round % 3 == 0 { table.remove(round % 11) }
            #expect(table.count <= 8)
        }
        table.insert(1, for: 100)
        table.remove(100)
        table.insert(2, for: 100)
        for key in 200..<207 { table.insert(key, for: key) }
        #expect(table[100] == 2)
    }
}
