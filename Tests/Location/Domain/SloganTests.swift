// Which lines a device may show about itself.

import Models
import Testing

@testable import Location

@Suite("A slogan")
struct SloganTests {
    @Test(
        "has at most 40 code points",
        arguments: ["", "on my way", String(repeating: "é", count: 40), String(repeating: "🚲", count: 40), "\u{80}"])
    func taken(slogan: String) throws {
        try Slogan.check(slogan)
    }

    @Test(
        "is refused when longer or with control characters",
        arguments: [
            String(repeating: "a", count: 41), String(repeating: "🚲", count: 41),
            String(repeating: "e\u{301}", count: 21), "a\nb", "\0", "\u{7F}", "\u{1F}", "\t",
        ])
    func refused(slogan: String) {
        let error = #expect(throws: ServiceError.self) { try Slogan.check(slogan) }
        #expect(error?.code == .invalidRequest)
    }
}
