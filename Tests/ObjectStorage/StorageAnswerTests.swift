import Testing

@testable import ObjectStorage

@Suite("An answer of the storage")
struct StorageAnswerTests {
    @Test("An object of an impossible size is left out, so that sums cannot overflow")
    func sizes() {
        let sizes = ["-1", "0", "1099511627776", "1099511627777", "9223372036854775807", "x"]
        let entries = sizes.map { "<Contents><Key>p/a</Key><Size>\($0)</Size></Contents>" }
        let answer = StorageAnswer(Array("<R>\(entries.joined())</R>".utf8))
        #expect(answer.objects(below: "p/").map(\.bytes) == [0, 1 << 40])
    }
}
