@testable import Push

@Suite("Deliveries in flight")
struct InFlightTests {
    private let inFlight = InFlight()
    private let clock = SetClock()

    private func judged(_ number: Int64 = 7) -> DueDelivery {
        DueDelivery.sample.with {
            $0.place.number = number
            $0.notification = .sample(endsAt: UnixTime.start.adding(seconds: 60))
            $0.revision = inFlight.revision
        }
    }

    @Test("A delivery leaves if no change concerns it")
    func begins() {
        let delivery = judged()
        inFlight.change(recipient: 99)
        inFlight.change(notification: 98)
        #expect(inFlight.begin(delivery, by: clock))
        inFlight.commit()
        #expect(inFlight.isCurrent(delivery))
        #expect(inFlight.count == 1)
    }

    @Test("A delivery does not leave after a change, until it is judged again", arguments: [true, false])
    func changed(isRecipient: Bool) {
        let delivery = judged()
        if isRecipient { inFlight.change(recipient: 3) } else { inFlight.change(notification: 1) }
        // A read before the commit does not contain the change.
        #expect(!inFlight.begin(delivery, by: clock) && !inFlight.begin(judged(), by: clock))
        inFlight.commit()
        #expect(!inFlight.begin(delivery, by: clock))
        #expect(inFlight.count == 0)
        #expect(inFlight.begin(judged(), by: clock))
    }

    @Test("An expired delivery does not leave")
    func over() {
        let delivery = judged()
        clock.advance(seconds: 60)
        #expect(!inFlight.begin(delivery, by: clock))
    }

    @Test("Deliveries in flight are separated from the others")
    func split() {
        #expect(inFlight.begin(judged(7), by: clock))
        let deliveries = [judged(6), judged(7)]
        let (endable, onTheirWay) = inFlight.split(deliveries, number: \.place.number)
        #expect(endable.map(\.place.number) == [6] && onTheirWay.map(\.place.number) == [7])
        inFlight.end([7])
        #expect(inFlight.split(deliveries, number: \.place.number).endable.count == 2)
    }

    @Test("After too many changes every delivery is judged again")
    func many() {
        let delivery = judged()
        for recipient in 1000..<30_000 { inFlight.change(recipient: Int64(recipient)) }
        inFlight.commit()
        #expect(!inFlight.isCurrent(delivery))
        #expect(inFlight.isCurrent(judged()))
    }
}
