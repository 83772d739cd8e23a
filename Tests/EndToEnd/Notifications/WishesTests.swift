// What somebody has been answered 200 for is heeded by every announcement that comes after.

import Fakes
import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("Wishes are heeded") struct Wishes {
        /// A way to say that one does not want to be told, and the way back.
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

        /// All wishes at once, so that the feeds are busy, and without a pause between the answer and the announcement.
        @Test("At once, again and again, and nobody is told wrongly", arguments: Shape.allCases, Wish.allCases)
        func atOnce(shape: Shape, wish: Wish) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            var person = try await notified.listener(at: place)
            let other = try await notified.listener(at: place.north(-1))
            // Six kilometres away: within the larger radius and out of the smaller one.
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

        @Test("What was said after the decision counts when it is sent", arguments: Shape.allCases)
        func atSending(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            // Apple wants no more of it now, so the push waits for its next try.
            notified.apns.answer(person.pushDevice, .refused(429, "TooManyRequests"))
            let id = try await notified.announce(Sample.offer(at: place))
            try await eventually("a try") { !person.pushes.isEmpty }
            try await person.want(Choices.body(offers: false))
            // An announcement that comes after has the wish taken over.
            try await eventually("one is counted for") {
                try await notified.publish(.POST, "announcements?dryRun=true", Sample.event(at: place)).status == 200
            }
            notified.apns.answer(person.pushDevice, nil)
            let end = try await notified.end(of: id)
            #expect(end.figures == ["accepted": 1, "suppressed": 1])
            #expect(try await notified.explain(id, person.account)["deliveries"]?[0]?["reason"] == "switched-off")
        }

        @Test("A muted push device stays silent, and the others are told", arguments: Shape.allCases)
        func mute(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let phone = try await notified.listener(at: place)
            let tablet = try await notified.signedIn(phone.rider, session: "sid-2", pushDevice: Fresh.iPhone())
            try await tablet.register()
            let all = try await phone.tokens()
            #expect(all.count == 2)
            // Which of the two is the tablet's? Its session was the last to register.
            let id = try #require(all.first?["id"]?.text)
            for round in 1...5 {
                let muted = try await phone.done(.PATCH, "push/tokens/\(id)", ["muted": true])
                #expect(muted.data?["muted"] == true && muted.data?["isActive"] == false)
                let silent = try await notified.announceToEnd(Sample.offer(at: place))
                #expect(silent.figures == ["accepted": 2, "sent": 1, "suppressed": 1])
                #expect(tablet.pushes.count == round - 1 && phone.pushes.count == 2 * round - 1)
                try await phone.done(.PATCH, "push/tokens/\(id)", ["muted": false])
                #expect(
                    try await notified.announceToEnd(Sample.offer(at: place)).figures == ["accepted": 2, "sent": 2])
            }
        }

        /// That what was deferred comes at its moment is shown where the clock can be set, by the tests of the push
        /// service.
        @Test("Quiet hours defer and say until when, and what is over by then expires", arguments: Shape.allCases)
        func quietHours(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            let later = try await notified.listener(at: place)
            // Quiet hours begin and end with a minute.
            let end = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / 60 + 10).rounded(.up) * 60)
            func clock(_ date: Date) -> JSON { .string(String(date.ISO8601Format().dropFirst(11).prefix(5))) }
            func beQuiet(_ person: Listener, until end: Date) async throws {
                let start = Date().addingTimeInterval(-7200)
                try await person.done(
                    .PUT, "notification-preferences/quiet-hours",
                    ["start": clock(start), "end": clock(end), "timeZone": "UTC"])
            }
            try await beQuiet(person, until: end)
            try await beQuiet(later, until: end.addingTimeInterval(3600))
            let id = try await notified.announce(
                Sample.offer(at: place).replacing(["expiresAt"], with: .string(Moment.text(1800))))
            try await eventually("it is decided about both") {
                try await notified.counts(of: id).figures == ["accepted": 2, "deferred": 1, "expired": 1]
            }
            let delivery = try await notified.explain(id, person.account)["deliveries"]?[0]
            #expect(delivery?["state"] == "deferred" && delivery?["reason"] == "quiet-hours")
            #expect(delivery?["nextAt"]?.text == end.ISO8601Format())
            // For the other one it ends before the quiet hours do.
            #expect(try await notified.explain(id, later.account)["deliveries"]?[0]?["state"] == "expired")
            #expect(person.pushes.isEmpty && later.pushes.isEmpty)

            for one in [person, later] { try await one.done(.DELETE, "notification-preferences/quiet-hours") }
            _ = try await notified.announceToEnd(Sample.offer(at: place))
            #expect(later.pushes.count == 1, "whoever has no quiet hours is told at once")
        }

        @Test(
            "What quiet hours have deferred comes at once when they are ended or made shorter",
            arguments: Shape.allCases)
        func quietHoursEnded(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let (ending, shortening) = (try await notified.listener(at: place), try await notified.listener(at: place))
            func clock(in seconds: TimeInterval) -> JSON {
                .string(String(Date().addingTimeInterval(seconds).ISO8601Format().dropFirst(11).prefix(5)))
            }
            for person in [ending, shortening] {
                try await person.done(
                    .PUT, "notification-preferences/quiet-hours",
                    ["start": clock(in: -7200), "end": clock(in: 7200), "timeZone": "UTC"])
            }
            let id = try await notified.announce(Sample.offer(at: place))
            try await eventually("both are left in peace") {
                try await notified.counts(of: id).figures == ["accepted": 2, "deferred": 2]
            }
            try await ending.done(.DELETE, "notification-preferences/quiet-hours")
            try await eventually("whoever has ended them is told") { ending.pushes.count == 1 }
            #expect(shortening.pushes.isEmpty)
            try await shortening.done(
                .PUT, "notification-preferences/quiet-hours",
                ["start": clock(in: -7200), "end": clock(in: -3600), "timeZone": "UTC"])
            #expect(try await notified.end(of: id).figures == ["accepted": 2, "sent": 2])
            #expect(ending.pushes.count == 1 && shortening.pushes.count == 1)
        }
    }
}
