// The nearest people are told first.

import Fakes
import Foundation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Near enough") struct Distance {
        @Test("Who is nearer is told before who is farther away", arguments: Shape.standard)
        func nearestFirst(shape: Shape) async throws {
            var plan = FakeAPNs.Plan()
            plan.streamLimit = 1
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
