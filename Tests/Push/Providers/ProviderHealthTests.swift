@testable import Push

@Suite("The times of answers")
struct AnswerTimesTests {
    private func at(_ milliseconds: Int64) -> UnixTime { UnixTime.start.adding(milliseconds: milliseconds) }

    @Test("Slow answers ask for more requests in flight")
    func needed() {
        for (time, needed) in [(Int64(0), 2000), (5, 2000), (66, 2000), (100, 3000), (1000, 30_000)] {
            var times = AnswerTimes()
            #expect(times.needed == 2000)
            times.record(leftAt: at(0), at: at(time))
            #expect(times.needed == needed)
        }
    }

    @Test("The shortest of the recent times counts")
    func shortest() {
        var times = AnswerTimes()
        times.record(leftAt: at(0), at: at(100))
        times.record(leftAt: at(0), at: at(2000))
        #expect(times.needed == 3000)
        times.record(leftAt: at(29_000), at: at(31_000))
        #expect(times.needed == 3000)
        times.record(leftAt: at(60_000), at: at(62_000))
        #expect(times.needed == 60_000)
        times.record(leftAt: at(62_000), at: at(62_010))
        #expect(times.needed == 2000)
    }

    @Test("A clock that jumps has no lasting effect")
    func clock() {
        var times = AnswerTimes()
        times.record(leftAt: at(1_000_000), at: at(0))
        #expect(times.needed == 2000)
        for start in [Int64(40_000), 80_000] { times.record(leftAt: at(start), at: at(start + 1000)) }
        #expect(times.needed == 30_000)
    }
}

@Suite("Refusals of the credential")
struct CredentialRefusalsTests {
    private func target(_ token: Int64, _ topic: String? = nil) -> CredentialRefusals.Target {
        CredentialRefusals.Target(token: token, topic: topic)
    }

    @Test("A refusal is blamed on the device while another device is accepted")
    func pushDevice() {
        var refusals = CredentialRefusals()
        #expect(refusals.refused(target(1)) == .unclear)
        #expect(refusals.isAnother(target(2)) && !refusals.isAnother(target(1)))
        refusals.taken(target(2))
        #expect(refusals.refused(target(1)) == .own)
        #expect(refusals.refused(target(3)) == .unclear)
        refusals.taken(target(1))
        #expect(refusals.refused(target(3)) == .own)
        #expect(refusals.refused(target(1)) == .unclear)
    }

    @Test("A refusal is blamed on the app while another app is accepted")
    func app() {
        var refusals = CredentialRefusals()
        #expect(refusals.refused(target(1, "beta")) == .unclear)
        #expect(refusals.refused(target(2, "beta")) == .unclear)
        #expect(!refusals.isAnother(target(3, "beta")) && refusals.isAnother(target(4)))
        refusals.taken(target(4))
        #expect(refusals.refused(target(3, "beta")) == .own)
        #expect(refusals.refused(target(5)) == .unclear)
    }

    @Test("A refusal is blamed on the credential when several apps are refused")
    func credential() {
        var refusals = CredentialRefusals()
        #expect(refusals.refused(target(1)) == .unclear)
        #expect(refusals.refused(target(1)) == .unclear)
        #expect(refusals.refused(target(2)) == .unclear)
        #expect(!refusals.isAnother(target(3)))
        #expect(refusals.refused(target(3, "beta")) == .credential)
        #expect(!refusals.isSuspect(target(4)) && refusals.isSuspect(target(2)))
    }
}

@Suite("The health of pushes", .timeLimit(.minutes(10)))
struct PushHealthTests {
    @Test("Outcomes are counted by app and by the beginning of the reason")
    func counts() throws {
        var settings = Settings().push.apns
        settings.topic = "com.example.app"
        settings.otherTopics = ["com.example.other"]
        let health = PushHealth(APNsRoutes(settings), since: .start)
        for topic in [nil, "com.example.app", "com.example.unknown"] {
            health.record(.sent(id: nil), on: .apnsProduction, topic: topic, at: .start)
        }
        health.record(
            .failed(reason: "PayloadTooLarge: 5000 bytes", alarm: true), on: .apnsProduction,
            topic: "com.example.other", at: .start)
        health.record(.unanswered(.retry(after: nil, reason: "no answer")), on: .fcm, topic: "x", at: .start)
        health.record(.expired, on: .apnsSandbox, topic: nil, at: .start)
        let reply = health.reply(["p"])
        #expect(reply.problems == ["p"] && reply.since == .start)
        #expect(reply.apps.map(\.topic) == ["com.example.app", "com.example.other", nil])
        #expect(reply.apps.map(\.sent) == [3, 0, 0] && reply.apps.map(\.provider) == [.apns, .apns, .fcm])
        #expect(reply.apps.map { $0.refusals.map(\.reason) } == [[], ["PayloadTooLarge"], ["no answer"]])
        #expect(reply.apps.map { $0.lastError?.reason } == [nil, "PayloadTooLarge: 5000 bytes", "no answer"])
    }

    @Test("The number of reasons is bounded")
    func reasons() throws {
        let health = PushHealth(since: .start)
        for number in 0..<(PushHealth.maximumReasons + 5) {
            health.record(.failed(reason: "r\(number)", alarm: false), on: .fcm, topic: nil, at: .start)
        }
        let refusals = try #require(health.reply([]).apps.first).refusals
        #expect(refusals.count == PushHealth.maximumReasons + 1)
        #expect(refusals.first == PushAppHealth.Refusal(reason: PushHealth.otherReasons, count: 5))
    }
}
