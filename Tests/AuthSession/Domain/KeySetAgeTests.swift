// How long the keys of an issuer count as new.

import Isolation
import Models
import Testing

@testable import AuthSession

@Suite("The age of a key set")
struct KeySetAgeTests {
    @Test(
        "is as long as its issuer says, from five minutes to a day, and six hours where it says nothing",
        arguments: [
            (nil, 21_600), ("", 21_600), ("max-age=3600", 3600), ("public, Max-Age=3600, must-revalidate", 3600),
            ("max-age=0", 300), ("max-age=299", 300), ("max-age=86401", 86_400), ("max-age=\"600\"", 600),
            ("max-age=99999999999999999999", 86_400), ("max-age=-1", 21_600), ("max-age=", 21_600), ("no-store", 300),
            ("no-cache, max-age=3600", 300), ("s-maxage=10", 21_600),
        ] as [(String?, Int64)])
    func lifetime(_ cacheControl: String?, _ seconds: Int64) {
        #expect(KeySetAge.lifetime(cacheControl: cacheControl) == seconds)
    }

    @Test(
        "keys are asked for once a minute at most, and sooner while there are none",
        arguments: [
            (nil, true, 0, true), (nil, false, 0, true), (0, true, 59, false), (0, true, 60, true),
            (0, false, 9, false),
            (0, false, 10, true), (100, true, 50, true),
        ] as [(Int64?, Bool, Int64, Bool)])
    func pause(_ last: Int64?, _ hasKeys: Bool, _ now: Int64, _ mayRead: Bool) {
        let last = last.map { UnixTime.start.adding(seconds: $0) }
        #expect(KeySetAge.mayRead(after: last, hasKeys: hasKeys, at: .start.adding(seconds: now)) == mayRead)
    }

    @Test(
        "revocations wait half a minute, then twice as long each time, up to a day",
        arguments: [(0, 30), (1, 30), (2, 60), (3, 120), (12, 61_440), (13, 86_400), (1000, 86_400)] as [(Int, Int64)])
    func revocations(_ failures: Int, _ seconds: Int64) {
        #expect(AppleRevocation.pause(after: failures) == seconds)
    }
}
