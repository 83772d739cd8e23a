// The table of requests in flight, against a dictionary.

@testable import MessageBus

@Suite struct CorrelationTableTests {
    @Test(arguments: [1, 2, 3] as [UInt64]) func theTableHoldsTheSameAsADictionary(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var table = CorrelationTable<UInt64>()
        var dictionary: [UInt64: UInt64] = [:]
        var next: UInt64 = 1
        for step in 0..<20_000 {
            // Grows to thousands, shrinks to nothing, and grows again.
            let isGrowing = (step / 5000).isMultiple(of: 2)
            if UInt64.random(in: 0..<10, using: &random) < (isGrowing ? 7 : 3) {
                table.insert(next, next * 3)
                dictionary[next] = next * 3
                next += 1
            } else {
                let key = UInt64.random(in: 0...next, using: &random)
                #expect(table.remove(key) == dictionary.removeValue(forKey: key))
            }
            #expect(table.count == dictionary.count)
        }
        let even = table.removeAll { $0.isMultiple(of: 2) }
        #expect(Dictionary(uniqueKeysWithValues: even) == dictionary.filter { $0.value.isMultiple(of: 2) })
        for (key, value) in dictionary where !value.isMultiple(of: 2) { #expect(table.remove(key) == value) }
        #expect(table.isEmpty)
    }

    @Test func anOldEntryDoesNotSlowLaterOnes() {
        var table = CorrelationTable<Int>()
        table.insert(1, 1)
        for key in 2...200_000 as ClosedRange<UInt64> {
            table.insert(key, 2)
            if key > 100 { #expect(table.remove(key - 98) == 2) }
        }
        #expect(table.remove(1) == 1)
        #expect(table.count == 99)
    }
}
