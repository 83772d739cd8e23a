// What is made of the words of a provider that asks to be left alone.

import Foundation
import Isolation
import Models
import Testing

@testable import Push

@Suite("Retry-After")
struct RetryAfterTests {
    @Test(
        "is seconds or a moment, and never more than an hour",
        arguments: [
            ("0", 0), ("7", 7), (" 30 ", 30), ("3600", 3600), ("1000000000", 3600), ("99999999999999999999999", 3600),
            ("Fri, 15 Jan 2027 08:01:00 GMT", 60), ("Fri, 15 Jan 2027 07:00:00 GMT", 0),
            ("Fri, 15 Jan 2100 08:00:00 GMT", 3600), ("-1", nil), ("soon", nil), ("", nil), ("1.5", nil), (nil, nil),
        ] as [(String?, Int?)])
    func pause(_ text: String?, _ seconds: Int?) {
        #expect(RetryAfter.pause(text, at: .start) == seconds.map { .seconds($0) })
    }
}
