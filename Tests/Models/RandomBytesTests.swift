import Models
import Testing

@Suite("Random bytes")
struct RandomBytesTests {
    @Test("are as many as were asked for", arguments: [0, 1, 7, 8, 9, 16, 33])
    func count(count: Int) {
        #expect(systemRandomBytes(count).count == count)
    }

    @Test("are random up to the last one")
    func last() {
        let all = (0..<200).map { _ in systemRandomBytes(9) }
        // With 200 draws of each byte, fewer than 50 different values come about less than once in 10^100 times.
        for place in 0..<9 { #expect(Set(all.map { $0[place] }).count > 50) }
        #expect(Set(all).count == all.count)
    }
}
