@testable import Push

@Suite("Distances that publishers learn", .timeLimit(.minutes(10)))
struct CoarsePlaceTests {
    @Test("A distance reveals only the square kilometre of a user")
    func squares() throws {
        let person = try #require(Coordinate(latitude: 48.8566, longitude: 2.3522))
        for (latitude, longitude) in [(48.8501, 2.3501), (48.8599, 2.3599)] {
            let neighbour = try #require(Coordinate(latitude: latitude, longitude: longitude))
            for number in 0..<2000 {
                let place = Coordinate.north(Double(number) * 0.01)
                #expect(CoarsePlace.distance(person, place) == CoarsePlace.distance(neighbour, place))
            }
        }
        #expect(CoarsePlace.distance(person, person) == 1000)
        let pole = try #require(Coordinate(latitude: 90, longitude: 180))
        #expect(CoarsePlace.middle(of: pole).latitude <= 90)
    }

    @Test("Many announcements reveal no more than the square kilometre of a user", arguments: [false, true])
    func edgesOfARadius(isReachable: Bool) async throws {
        try await PushHarness.run { push in
            let corners = [(48.8501, 2.3501), (48.8599, 2.3599)]
            let people = [try await push.person("ada"), try await push.person("ben")]
            for (person, corner) in zip(people, corners) {
                let place = try #require(Coordinate(latitude: corner.0, longitude: corner.1))
                try await push.positions.publish(
                    person.text, Position(coordinate: place, at: push.clock.now().adding(seconds: -50)))
                if !isReachable { _ = try await push.send(RemovePushTokens(account: person, which: .all)) }
            }
            var (reasons, differences): (Set<RecipientReason>, Int) = ([], 0)
            for number in 0..<33 {
                let made = try await push.notify(
                    .sample.with {
                        $0.subject = .number(Int64(number))
                        $0.coordinate = .north(6 + Double(number) * 0.25)
                    })
                let recipients = try await push.record(made, once: .done).recipients
                if recipients == 1 { differences += 1 }
                let told = [try await push.explain(made, people[0]), try await push.explain(made, people[1])]
                #expect(told[0].reason == told[1].reason && told[0].text == told[1].text)
                #expect(told[0].distance == told[1].distance && told[0].radius == told[1].radius)
                // The progress is not compared, because it changes between the two questions.
                #expect(told[0].deliveries.count == told[1].deliveries.count)
                reasons.insert(told[0].reason)
            }
            #expect(reasons == [isReachable ? .told : .noPushToken, .nearRadius, .tooFar])
            #expect((differences > 0) == isReachable, "people are told by their exact distance")
            guard isReachable else { return }
            // The stored results reveal no difference either, after they withdraw their positions or move.
            for person in people { try await push.positions.remove(WithdrawnPosition(person).key) }
            // The audience is resolved after the answer, and would include users who move in between.
            try await push.deliver(.sample.with { $0.subject = .number(100) })
            try await push.positions.publish(
                people[0].text, Position(coordinate: .sample, at: push.clock.now().adding(seconds: -30)))
            try await push.positions.publish(
                people[1].text, Position(coordinate: .sample, at: push.clock.now().adding(seconds: -30)))
            try await push.deliver(.sample.with { $0.subject = .number(101) })
            for record in try await push.send(ListNotifications(limit: 100, of: nil, among: .announcements))
                .notifications
            {
                let told = [
                    try await push.send(ExplainRecipient(id: record.id.text, account: people[0], askedBy: "s")),
                    try await push.send(ExplainRecipient(id: record.id.text, account: people[1], askedBy: "s")),
                ]
                #expect(told[0].reason == told[1].reason && told[0].text == told[1].text)
                // The progress is not compared, because it changes between the two questions.
                #expect(told[0].deliveries.count == told[1].deliveries.count)
            }
        }
    }
}
