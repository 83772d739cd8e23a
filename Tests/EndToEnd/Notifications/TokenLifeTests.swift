// A push token belongs to one account at a time, and goes with its session, its account, or its provider's word.

import Fakes
import Foundation
import Isolation
import NIOHTTP1
import Testing

extension EndToEnd {
    @Suite("The life of a push token") struct TokenLife {
        /// Somebody for whose push device a push waits, and the announcement. Apple wants no more for that push device
        /// now: with trouble of its own it would hold up the pushes of other tests too.
        private func waiting(_ notified: Notified, at place: Place) async throws -> (Listener, String) {
            let person = try await notified.listener(at: place)
            notified.apns.answer(person.pushDevice, .refused(429, "TooManyRequests"))
            let id = try await notified.announce(Sample.offer(at: place))
            try await eventually("a try") { !person.pushes.isEmpty }
            #expect(try await notified.counts(of: id).figures == ["accepted": 1, "pending": 1])
            return (person, id)
        }

        @Test(
            "It moves to whoever registers it last, and what waited for the former one is dropped",
            arguments: Shape.standard)
        func moves(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let (ada, id) = try await waiting(notified, at: place)
            let ben = try await notified.newcomer(pushDevice: ada.pushDevice)
            try await ben.register()
            let before = ada.pushes.count
            notified.apns.answer(ada.pushDevice, nil)
            let end = try await notified.end(of: id)
            #expect(end.figures == ["accepted": 1, "suppressed": 1])
            #expect(try await notified.explain(id, ada.account)["deliveries"]?[0]?["reason"] == "moved")
            #expect(try await ada.tokens().isEmpty)
            #expect(try await ben.tokens().count == 1)
            #expect(ben.pushes.count == before, "nothing of Ada's reaches Ben")
            try await ben.stand(at: place)
            _ = try await notified.announceToEnd(Sample.offer(at: place))
            #expect(ben.pushes.count == before + 1)
        }

        @Test(
            "It goes with the session",
            arguments: Shape.all(because: "a feed goes through memory, between two processes, or to two of them"))
        func signOut(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let (person, id) = try await waiting(notified, at: place)
            let tablet = try await notified.signedIn(person.rider, session: "sid-2", pushDevice: Fresh.iPhone())
            try await tablet.register()
            try await person.done(.POST, "auth/logout", [:])
            let end = try await notified.end(of: id)
            #expect(end.figures == ["accepted": 1, "suppressed": 1])
            #expect(try await notified.explain(id, person.account)["deliveries"]?[0]?["reason"] == "session-ended")
            #expect(try await tablet.tokens().count == 1, "the other device stays")
            // An app that has not noticed yet cannot bring it back.
            #expect(try await person.call(.POST, "push/register", ["token": .string(person.pushDevice)]).status == 401)
        }

        @Test(
            "It goes with the account, and so does the inbox",
            arguments: Shape.all(because: "a feed goes through memory, between two processes, or to two of them"))
        func erasure(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let (person, id) = try await waiting(notified, at: place)
            let gone = try await notified.balise.ecovelo(
                .DELETE, "users/me", token: person.session, from: person.rider.address)
            #expect(gone.status < 300)
            let end = try await notified.end(of: id)
            #expect(end.figures == ["accepted": 1, "suppressed": 1], "the counts go on counting")
            let explanation = try await notified.explain(id, person.account)
            #expect(explanation["reason"] == "unknown-account" && explanation["deliveries"] == [])
            // The push device's next owner starts with nothing.
            notified.apns.answer(person.pushDevice, nil)
            let next = try await notified.listener(at: place, pushDevice: person.pushDevice)
            #expect(next.account != person.account)
            #expect(try await next.done(.GET, "notifications").data == [])
            _ = try await notified.announceToEnd(Sample.offer(at: place))
            #expect(try await next.done(.GET, "notifications").data?.elements?.count == 1)
        }

        @Test("A disabled account hears of nothing until it is enabled", arguments: Shape.standard)
        func disabled(shape: Shape) async throws {
            let (notified, place) = (try await shape.notified, Place.fresh())
            let person = try await notified.listener(at: place)
            #expect(try await notified.balise.operate(.POST, "/accounts/\(person.account)/disable").status == 204)
            let id = try await notified.announce(Sample.offer(at: place))
            #expect(try await notified.end(of: id).recipients == 0)
            #expect(try await notified.explain(id, person.account)["reason"] == "account-closed")
            #expect(person.pushes.isEmpty)
            #expect(try await notified.balise.operate(.POST, "/accounts/\(person.account)/enable").status == 204)
            // What ended with the account stays ended: the app signs in and registers again.
            try await eventually("the account is open again") {
                let token = try person.rider.token(of: notified.issuer, session: "sid-2")
                return try await notified.balise.ecovelo(.GET, "users/me", token: token).status == 200
            }
            let back = try await notified.signedIn(person.rider, session: "sid-2", pushDevice: person.pushDevice)
            try await back.register()
            _ = try await notified.announceToEnd(Sample.offer(at: place))
            #expect(back.pushes.count == 1)
        }
    }
}
