// When signing keys take over from each other.

import Isolation
import Models
import Testing

@testable import AuthSession

@Suite("The schedule of signing keys")
struct KeyScheduleTests {
    private let schedule = KeySchedule(lifetime: 90 * day, tokenLifetime: day, sessionLifetime: 3650 * day)

    private static func after(_ days: Int64) -> UnixTime { .start.adding(seconds: days * day) }

    @Test(
        "a new key is made a day before its turn, and no second one",
        arguments: [
            ([], 0, 0), ([0], 0, nil), ([0], 88, nil), ([0], 89, 90), ([0, 90], 89, nil), ([0, 90], 178, nil),
            ([0, 90], 179, 180),
            // After a long absence everybody still gets notice.
            ([0], 500, 501),
            // The clock was set back.
            ([10], 0, nil),
        ] as [([Int64], Int64, Int64?)])
    func next(_ moments: [Int64], _ now: Int64, _ next: Int64?) {
        let moments = moments.map { Self.after($0) }
        #expect(schedule.nextMoment(after: moments, at: Self.after(now)) == next.map { Self.after($0) })
    }

    @Test(
        "the latest key whose moment has come signs",
        arguments: [
            ([], 0, nil), ([0], 0, 0), ([0, 90], 89, 0), ([0, 90], 90, 1), ([0, 0], 0, 1), ([10], 0, 0),
        ] as [([Int64], Int64, Int?)])
    func signing(_ moments: [Int64], _ now: Int64, _ index: Int?) {
        #expect(KeySchedule.signing(moments.map { Self.after($0) }, at: Self.after(now)) == index)
    }

    @Test("a retired key is published while its tokens count, and kept while a session with one may live")
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
