// A publisher repeats an announcement, takes it back, and has one begin later.

import Fakes
import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Publishing") struct Publishing {
        @Test(
            "The same key with the same announcement is one announcement, however often it comes",
            arguments: Shape.standard)
        func idempotency(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            let key: HTTPHeaders = ["idempotency-key": "offer-\(Fresh.token(12))"]
            let offer = Sample.offer(at: place)
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await notified.publish(.POST, "announcements", offer, key) }
                }
                return try await group.reduce(into: [Answer]()) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 201 })
            let ids = Set(answers.compactMap { $0.data?["id"]?.text })
            let id = try #require(ids.first)
            #expect(ids.count == 1)
            _ = try await notified.end(of: id)
            #expect(person.pushes.count == 1)

            let other = try await notified.publish(
                .POST, "announcements", offer.replacing(["title"], with: "Cake"), key)
            #expect(other.status == 409 && other.code == "CONFLICT")
            let another = try await notified.balise.apiKey("publish")
            let theirs = try await notified.publish(.POST, "announcements", offer, key: another, key)
            #expect(theirs.status == 201 && theirs.data?["id"]?.text != id, "keys are a publisher's own")
            _ = try await notified.end(of: try #require(theirs.data?["id"]?.text))
            let last = try await notified.publish(.POST, "announcements", offer, key)
            #expect(last.data?["id"]?.text == id && last.data?["books"]?["sent"] == 1)
            #expect(person.pushes.count == 2)
            let long: HTTPHeaders = ["idempotency-key": String(repeating: "k", count: 256)]
            #expect(try await notified.publish(.POST, "announcements", offer, long).status == 400)
        }

        @Test("What is taken back and was not sent yet is not sent, and is listed no more", arguments: Shape.standard)
        func cancel(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let told = try await notified.listener(at: place)
            let waiting = try await notified.listener(at: place)
            notified.apns.answer(waiting.pushDevice, .refused(429, "TooManyRequests"))
            let number = Fresh.number()
            let subject = try #require(number.integer)
            let id = try await notified.announce(Sample.offer(number, at: place))
            try await eventually("one is told, one waits") {
                try await notified.counts(of: id).figures == ["accepted": 2, "sent": 1, "pending": 1]
            }
            let list = "offers?lat=\(place.latitude)&lon=\(place.longitude)&radius=1000"
            #expect(try await notified.balise.api(.GET, list).json?.elements?.count == 1)
            let cancelled = try await notified.publish(.DELETE, "announcements/\(subject)")
            #expect(cancelled.status == 200)
            let record = try Announced(try #require(cancelled.data))
            #expect(record.state == "cancelled")
            #expect(record.figures == ["accepted": 2, "sent": 1, "suppressed": 1])
            notified.apns.answer(waiting.pushDevice, nil)
            #expect(try await notified.balise.api(.GET, list).json == [])
            #expect(try await notified.publish(.DELETE, "announcements/\(id)").status == 200, "it is done already")
            let delivery = try await notified.explain(id, waiting.account)["deliveries"]?[0]
            #expect(delivery?["state"] == "suppressed" && delivery?["reason"] == "cancelled")
            let before = waiting.pushes.count
            _ = try await notified.announceToEnd(Sample.offer(at: place))
            #expect(waiting.pushes.count == before + 1 && told.pushes.count == 2)
        }

        @Test("What begins later is decided when it begins", arguments: Shape.standard)
        func later(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            let other = try await notified.listener(at: place.north(20))
            let offer = Sample.offer(Fresh.number(), at: place).replacing(["startsAt"], with: .string(Moment.text(25)))
            let answer = try await notified.publish(.POST, "announcements", offer)
            #expect(answer.status == 201 && answer.data?["state"] == "scheduled")
            let id = try #require(answer.data?["id"]?.text)
            let list = "offers?lat=\(place.latitude)&lon=\(place.longitude)&radius=1000"
            #expect(try await notified.balise.api(.GET, list).json == [], "it is not listed yet")
            let early = try await notified.explain(id, person.account)
            #expect(early["reason"] == "undecided" && early["text"]?.text == "it has not begun yet")
            // Whoever comes and goes meanwhile is judged by where they are then.
            try await person.stand(at: place.north(20))
            try await other.stand(at: place)
            #expect(try await notified.end(of: id).recipients == 1)
            #expect(person.pushes.isEmpty && other.pushes.count == 1)
            #expect(try await notified.balise.api(.GET, list).json?.elements?.count == 1)

            let never = Sample.offer(at: place).replacing(["startsAt"], with: .string(Moment.text(60)))
            let cancelled = try await notified.announce(never)
            #expect(try await notified.publish(.DELETE, "announcements/\(cancelled)").data?["state"] == "cancelled")
            #expect(
                try await notified.explain(cancelled, other.account)["text"]?.text
                    == "it was cancelled before it was decided")
        }
    }
}
