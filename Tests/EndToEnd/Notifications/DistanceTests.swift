// Who hears of what is a matter of distance, and it is said in figures.

import Fakes
import Foundation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Near enough") struct Distance {
        /// Somebody, and why they are told or not of an offer of food.
        struct Case: Sendable, CustomTestStringConvertible {
            var testDescription: String
            /// Nil for no position.
            var kilometres: Double?
            var choices: JSON?
            var ageInDays = 0.0
            var hasPushDevice = true
            var reason: String
            /// Nil for a coarse distance.
            var text: String?

            private static let near =
                "it is about as far away as the person wants to hear of; whether it is within would say where they are"
            private static let farAway = "it is farther away than the person wants to hear of"

            static let all = [
                Case(
                    testDescription: "near", kilometres: 0.4, reason: "told", text: nil),
                Case(
                    testDescription: "too far", kilometres: 12.4, reason: "too-far", text: farAway),
                Case(
                    testDescription: "too far by a little", kilometres: 10.02, reason: "near-radius", text: near),
                Case(
                    testDescription: "a larger radius", kilometres: 12.4, choices: Choices.body(radius: 15),
                    reason: "told", text: nil),
                Case(
                    testDescription: "the smallest radius", kilometres: 5.2, choices: Choices.body(radius: 5),
                    reason: "near-radius", text: near),
                Case(
                    testDescription: "the largest radius", kilometres: 47.5, choices: Choices.body(radius: 50),
                    reason: "told", text: nil),
                Case(
                    testDescription: "no position", reason: "no-position", text: "no position is known"),
                Case(
                    testDescription: "an old position", kilometres: 1, ageInDays: 31.2, reason: "position-too-old",
                    text: "the position is older than 30 days"),
                Case(
                    testDescription: "a position that is just fresh", kilometres: 1, ageInDays: 29.9, reason: "told",
                    text: nil),
                Case(
                    testDescription: "another category", kilometres: 1,
                    choices: Choices.body(categories: ["ENTRE_PROS"]), reason: "category-not-preferred",
                    text: "FOOD_PLAISIRS is not among the preferred categories"),
                Case(
                    testDescription: "no category", kilometres: 1, choices: Choices.body(categories: []),
                    reason: "category-not-preferred", text: "FOOD_PLAISIRS is not among the preferred categories"),
                Case(
                    testDescription: "no offers", kilometres: 1, choices: Choices.body(offers: false),
                    reason: "switched-off", text: "new offers are switched off"),
                Case(
                    testDescription: "no push device", kilometres: 1, hasPushDevice: false, reason: "no-push-token",
                    text: "there is no push device to tell"),
            ]
        }

        @Test("Everybody is told, or is not, for a reason in figures", arguments: Shape.allCases, Case.all)
        func reasons(shape: Shape, one: Case) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.newcomer()
            if one.hasPushDevice { try await person.register() }
            if let kilometres = one.kilometres {
                let at = Moment.text(-one.ageInDays * 86_400)
                let body = place.north(kilometres).json.replacing(["timestamp"], with: .string(at))
                try await person.done(.PUT, "users/me/position", body)
            }
            if let choices = one.choices { try await person.want(choices) }
            let id = try await notified.announce(Sample.offer(at: place))
            #expect(try await notified.end(of: id).recipients == (one.reason == "told" ? 1 : 0))
            let explanation = try await notified.explain(id, person.account)
            #expect(explanation["told"] == .bool(one.reason == "told"))
            #expect(explanation["reason"]?.text == one.reason)
            if let text = one.text { #expect(explanation["text"]?.text == text) }
            #expect(person.pushes.count == (one.reason == "told" ? 1 : 0))
            #expect(explanation["positionAt"] == nil)
            guard one.reason == "told", let kilometres = one.kilometres else {
                // Of whoever was not told, nobody learns where they are.
                #expect(explanation["distanceMeters"] == nil && explanation["notificationRadius"] == nil)
                return
            }
            guard case .number(let metres)? = explanation["distanceMeters"], let metres = Double(metres) else {
                Issue.record("no distance: \(explanation)")
                return
            }
            #expect(metres.truncatingRemainder(dividingBy: 1000) == 0 && metres >= 1000)
            #expect(abs(metres - kilometres * 1000) < 1500)
        }

        @Test("Events go by their own switch, and by no category", arguments: Shape.allCases)
        func events(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let willing = try await notified.listener(at: place)
            try await willing.want(Choices.body(offers: false, professionals: false, categories: []))
            let unwilling = try await notified.listener(at: place)
            try await unwilling.want(Choices.body(events: false))
            #expect(try await notified.announceToEnd(Sample.event(at: place)).recipients == 1)
            #expect(willing.pushes.count == 1 && unwilling.pushes.isEmpty)
            let professional = Sample.announcement("PROFESSIONAL", 9, at: place, category: "ENTRE_PROS")
            #expect(try await notified.announceToEnd(professional).recipients == 1)
            #expect(willing.pushes.count == 1 && unwilling.pushes.count == 1)
        }

        @Test("An account that nobody knows, and one with a wrong name", arguments: Shape.allCases)
        func unknown(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let id = try await notified.announce(Sample.offer(at: place))
            _ = try await notified.end(of: id)
            #expect(try await notified.explain(id, "5f0c3a9e7b1d2c4f6a8e0b1d")["reason"] == "unknown-account")
            #expect(try await notified.publish(.GET, "announcements/\(id)/recipients/a%20b").status == 400)
            #expect(try await notified.publish(.GET, "announcements/nope/recipients/a").status == 404)
        }

        @Test("Who is nearer is told before who is farther away", arguments: Shape.allCases, [1, 1000])
        func nearestFirst(shape: Shape, streamLimit: Int) async throws {
            var plan = FakeAPNs.Plan()
            plan.streamLimit = streamLimit
            try await Notified.run(shape, plan: plan, ["BALISE_PUSH_APNS_CONNECTIONS": "1"]) { notified in
                let place = Place.fresh()
                let distances = (1...40).map { Double($0) * 0.24 }
                let people = try await withThrowingTaskGroup(of: (Double, String).self) { group in
                    for distance in distances.shuffled() {
                        group.addTask {
                            let person = try await notified.listener(at: place.north(distance))
                            return (distance, person.pushDevice)
                        }
                    }
                    return try await group.reduce(into: [String: Double]()) { $0[$1.1] = $1.0 }
                }
                let announced = try await notified.announceToEnd(Sample.offer(at: place))
                #expect(announced.figures == ["accepted": 40, "sent": 40])
                let order = notified.apns.notifications.compactMap { people[$0.token] }
                #expect(order == distances)
            }
        }
    }
}
