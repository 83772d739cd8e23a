extension EndToEnd {
    @Suite("Preferences") struct Wishes {
        enum Wish: String, CaseIterable, Sendable, CustomTestStringConvertible {
            case offersOff, categoryOff, smallerRadius, movedAway, positionErased, positionForbidden, pushDeviceRemoved
            case signedOut

            var testDescription: String { rawValue }

            func refuse(_ person: inout Listener, at place: Place) async throws {
                switch self {
                case .offersOff: try await person.want(Choices.body(offers: false, radius: 20))
                case .categoryOff:
                    try await person.want(
                        Choices.body(radius: 20, categories: Choices.all.filter { $0 != "FOOD_PLAISIRS" }))
                case .smallerRadius: try await person.want(Choices.body(radius: 5))
                case .movedAway: try await person.stand(at: place.north(20.5))
                case .positionErased: try await person.done(.DELETE, "users/me/position")
                case .positionForbidden: try await person.done(.PUT, "users/me/position/consent", ["allowed": false])
                case .pushDeviceRemoved:
                    let body: JSON = ["token": .string(person.pushDevice)]
                    try await person.done(.DELETE, "users/register-device-token", body)
                case .signedOut: try await person.done(.POST, "auth/logout", [:])
                }
            }

            func agree(_ person: inout Listener, at place: Place, round: Int) async throws {
                switch self {
                case .offersOff, .categoryOff, .smallerRadius: try await person.want(Choices.body(radius: 20))
                case .movedAway, .positionErased: try await person.stand(at: place)
                case .positionForbidden:
                    try await person.done(.PUT, "users/me/position/consent", ["allowed": true])
                    try await person.stand(at: place)
                case .pushDeviceRemoved: try await person.register()
                case .signedOut:
                    person = try await person.notified.signedIn(
                        person.rider, session: "again-\(round)", pushDevice: person.pushDevice)
                    try await person.register()
                }
            }
        }

        /// All at once, so that the feeds are busy, and without a pause between the answer and the announcement.
        @Test(
            "A change of preferences applies at once, and no user gets an unwanted push",
            arguments: Shape.all(because: "a feed goes through memory, between two processes, or to two of them"),
            Wish.allCases)
        func atOnce(shape: Shape, wish: Wish) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            var person = try await notified.listener(at: place)
            let other = try await notified.listener(at: place.north(-1))
            // Six kilometres away: within the larger radius and outside the smaller one.
            let event = place.north(-6)
            for one in [person, other] { try await one.want(Choices.body(radius: 20)) }
            var (told, wrong) = (0, 0)
            for round in 1...12 {
                try await wish.refuse(&person, at: place)
                let no = try await notified.announceToEnd(Sample.offer(at: event))
                if no.recipients != 1 || person.pushes.count != told { wrong += 1 }
                told = person.pushes.count
                try await wish.agree(&person, at: place, round: round)
                let yes = try await notified.announceToEnd(Sample.offer(at: event))
                #expect(yes.recipients == 2, "round \(round)")
                #expect(person.pushes.count == told + 1, "round \(round)")
                told = person.pushes.count
            }
            #expect(wrong == 0, "of 12 announcements \(wrong) told somebody who had said no")
            #expect(other.pushes.count == 24)
        }
    }
}
