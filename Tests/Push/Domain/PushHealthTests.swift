// What is counted of pushes by app and credential.

import Isolation
import Models
import ServiceRuntime
import ServiceSettings
import Testing

@testable import Push

@Suite("How pushes fare", .timeLimit(.minutes(10)))
struct PushHealthTests {
    @Test("is counted by app, whatever other names apps say, and by the beginning of the reason")
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

    @Test("keeps no more reasons than fit")
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
