@testable import AuthSession

@Suite("The schedule of signing keys") struct KeyScheduleTests {
    private let schedule = KeySchedule(lifetime: 90 * day, tokenLifetime: day, sessionLifetime: 3650 * day)

    private static func after(_ days: Int64) -> UnixTime { .start.adding(seconds: days * day) }

    @Test(
        "A new key is made a day before its turn, and no second one",
        arguments: [
            ([], 0, 0), ([0], 0, nil), ([0], 88, nil), ([0], 89, 90), ([0, 90], 89, nil), ([0, 90], 178, nil),
            ([0, 90], 179, 180),
            // After a long absence, verifiers still get the notice period.
            ([0], 500, 501),
            // The clock was set back.
            ([10], 0, nil),
        ] as [([Int64], Int64, Int64?)])
    func next(_ moments: [Int64], _ now: Int64, _ next: Int64?) {
        let moments = moments.map { Self.after($0) }
        #expect(schedule.nextMoment(after: moments, at: Self.after(now)) == next.map { Self.after($0) })
    }

    @Test(
        "The latest key whose start has come signs",
        arguments: [
            ([], 0, nil), ([0], 0, 0), ([0, 90], 89, 0), ([0, 90], 90, 1), ([0, 0], 0, 1), ([10], 0, 0),
        ] as [([Int64], Int64, Int?)])
    func signing(_ moments: [Int64], _ now: Int64, _ index: Int?) {
        #expect(KeySchedule.signing(moments.map { Self.after($0) }, at: Self.after(now)) == index)
    }

    @Test("A retired key is published while its tokens count, and kept while a session with one may live")
    func retirement() {
        let moments = [Self.after(0), Self.after(90)]
        #expect(KeySchedule.retirement(of: 0, among: moments, at: Self.after(89)) == nil)
        let retiredAt = KeySchedule.retirement(of: 0, among: moments, at: Self.after(95))
        #expect(retiredAt == Self.after(90))
        #expect(KeySchedule.retirement(of: 1, among: moments, at: Self.after(95)) == nil)
        #expect(schedule.isPublished(retiredAt: nil, at: Self.after(95)))
        #expect(schedule.isPublished(retiredAt: retiredAt, at: Self.after(91).adding(seconds: -1)))
        #expect(!schedule.isPublished(retiredAt: retiredAt, at: Self.after(91)))
        #expect(schedule.isNeeded(retiredAt: retiredAt, at: Self.after(3740).adding(seconds: -1)))
        #expect(!schedule.isNeeded(retiredAt: retiredAt, at: Self.after(3740)))
    }
}

@Suite("The age of a key set") struct KeySetAgeTests {
    @Test(
        "A key set is fresh for the issuer's max-age within 5 minutes to a day, and for 6 hours without one",
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
        "Keys are read at most once a minute because of their age",
        arguments: [(nil, 0, true), (0, 59, false), (0, 60, true), (100, 50, true)] as [(Int64?, Int64, Bool)])
    func pause(_ last: Int64?, _ now: Int64, _ mayRead: Bool) {
        let last = last.map { UnixTime.start.adding(seconds: $0) }
        #expect(KeySetAge.mayRead(after: last, at: .start.adding(seconds: now)) == mayRead)
    }

    @Test(
        "Unknown key ids cause a reading every 5 seconds, one a minute for a source, and sooner while there are no keys",
        arguments: [
            (nil, nil, true, 0, 0), (nil, nil, false, 0, 0), (0, nil, true, 1, 4), (0, nil, true, 5, 0),
            (0, 0, true, 5, 55), (55, 0, true, 59, 1), (55, 0, true, 60, 0), (59, 0, true, 60, 4),
            (0, 0, false, 9, 1), (0, 0, false, 10, 0), (100, 100, true, 50, 0),
        ] as [(Int64?, Int64?, Bool, Int64, Int64)])
    func wait(_ last: Int64?, _ ofSource: Int64?, _ hasKeys: Bool, _ now: Int64, _ seconds: Int64) {
        let moment = { (seconds: Int64) in UnixTime.start.adding(seconds: seconds) }
        #expect(
            KeySetAge.wait(
                after: last.map(moment), ofSource: ofSource.map(moment), hasKeys: hasKeys, at: moment(now)) == seconds)
    }

    @Test(
        "A failed revocation waits half a minute, then twice as long each time, up to a day",
        arguments: [(0, 30), (1, 30), (2, 60), (3, 120), (12, 61_440), (13, 86_400), (1000, 86_400)] as [(Int, Int64)])
    func revocations(_ failures: Int, _ seconds: Int64) { #expect(AppleRevocation.pause(after: failures) == seconds) }
}
