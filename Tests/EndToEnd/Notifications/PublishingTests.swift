// What a publisher can do: count before, repeat, begin later, end, take back.

import Fakes
import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Publishing") struct Publishing {
        @Test("A dry run counts people and push devices, and sends and keeps nothing", arguments: Shape.allCases)
        func dryRun(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            let tablet = try await notified.signedIn(person.rider, session: "sid-2", pushDevice: Fresh.iPhone())
            try await tablet.register()
            let other = try await notified.listener(at: place)
            let far = try await notified.listener(at: place.north(11))
            let offer = Sample.offer(.string("dry-\(Fresh.token(8))"), at: place)
            let answer = try await notified.publish(.POST, "announcements?dryRun=true", offer)
            #expect(answer.status == 200)
            #expect(answer.data == ["dryRun": true, "recipients": 2, "deliveries": 3])
            let subject = try #require(offer["id"]?.text)
            #expect(try await notified.publish(.GET, "announcements/\(subject)").status == 404)
            // Whoever misspells it means to send nothing.
            for slip in ["dryrun=true", "dryRun=maybe", "dry=1"] {
                #expect(try await notified.publish(.POST, "announcements?\(slip)", offer).status == 400)
            }
            // It says what an announcement then does.
            let announced = try await notified.announceToEnd(offer)
            #expect(announced.recipients == 2 && announced.figures == ["accepted": 3, "sent": 3])
            #expect(person.pushes.count == 1 && tablet.pushes.count == 1 && other.pushes.count == 1)
            #expect(far.pushes.isEmpty)
        }

        @Test(
            "The same key with the same announcement is one announcement, however often it comes",
            arguments: Shape.allCases)
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

        @Test("What is taken back and was not sent yet is not sent, and is listed no more", arguments: Shape.allCases)
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

        @Test("What begins later is decided when it begins", arguments: Shape.allCases)
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

        @Test("Past its end nothing leaves", arguments: Shape.allCases)
        func expiry(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            notified.apns.answer(person.pushDevice, .refused(429, "TooManyRequests"))
            let offer = Sample.offer(at: place).replacing(["expiresAt"], with: .string(Moment.text(12)))
            let id = try await notified.announce(offer)
            #expect(try await notified.end(of: id).figures == ["accepted": 1, "expired": 1])
            notified.apns.answer(person.pushDevice, nil)
            let tries = person.pushes.count
            _ = try await notified.announceToEnd(Sample.event(at: place))
            #expect(person.pushes.count == tries + 1)
            #expect(person.pushes.last?.headers["apns-collapse-id"] != id)
        }

        /// What is wrong with an announcement, and what the answer says about it.
        static let wrong: [(JSON.Step, JSON?, String)] = [
            ("type", nil, "OFFER, EVENT or PROFESSIONAL"), ("type", "SALE", "OFFER, EVENT or PROFESSIONAL"),
            ("id", nil, "id is missing"), ("id", "", "id is missing"), ("id", 1.5, "whole number"),
            ("id", [1], "whole number or a text"), ("category", nil, "category"),
            ("category", "SHOES", "FOOD_PLAISIRS"),
            ("latitude", nil, "latitude"), ("latitude", 91, "latitude"), ("longitude", "2.35 E", "longitude"),
            ("expiresAt", "2020-01-01T00:00:00Z", "over already"), ("expiresAt", "tomorrow", "expiresAt"),
            ("expiresAt", "2199-01-01T00:00:00Z", "366 days"), ("startsAt", "2199-01-01T00:00:00Z", "366 days"),
            ("title", .string(String(repeating: "t", count: 201)), "200 characters"),
            ("body", .string(String(repeating: "t", count: 1001)), "1000 bytes"),
            ("details", [1], "JSON object"),
            ("details", ["a": .string(String(repeating: "t", count: 4096))], "4096 bytes"),
        ]

        @Test("What is wrong is said, and nobody is told", arguments: Shape.allCases, wrong)
        func refusals(shape: Shape, fault: (JSON.Step, JSON?, String)) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let answer = try await notified.publish(
                .POST, "announcements", Sample.offer(at: place).replacing([fault.0], with: fault.1))
            #expect(answer.status == 400)
            #expect(answer.json?["message"]?.text?.contains(fault.2) == true, "\(answer)")
        }

        @Test("Announcements are found by either name, and listed page by page", arguments: Shape.allCases)
        func list(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let subject = "subject-\(Fresh.token(10))"
            let details: JSON = ["city": "Paris", "price": 1.5]
            let offer = Sample.offer(.string(subject), at: place).replacing(["details"], with: details)
            let first = try await notified.publish(.POST, "announcements", offer)
            let id = try #require(first.data?["id"]?.text)
            #expect(first.headers["location"] == ["/api/v1/announcements/\(id)"])
            let second = try await notified.announce(offer)
            let found = try await notified.publish(.GET, "announcements/\(subject)").data
            #expect(found?["id"]?.text == second, "the latest of the name")
            #expect(found?["details"] == details && found?["subject"]?.text == subject)
            let page = try await notified.publish(.GET, "announcements?limit=100").data
            let listed = page?["announcements"]?.elements?.compactMap { $0["id"]?.text } ?? []
            let places = [second, id].map { listed.firstIndex(of: $0) }
            #expect(places[0] != nil && places[1] != nil, "the latest are among the first")
            let before = try await notified.publish(.GET, "announcements?limit=1&before=\(second)").data
            #expect(before?["announcements"]?.elements?.count == 1 && before?["hasMore"] != nil)
            #expect(try await notified.publish(.GET, "announcements?before=nope!").status == 400)
        }
    }
}
