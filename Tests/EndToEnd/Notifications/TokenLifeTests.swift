extension EndToEnd {
    @Suite("The life of a push token") struct TokenLife {
        /// Apple limits only this push device; a general failure would also delay other tests' pushes.
        private func waiting(_ notified: Notified, at place: Place) async throws -> (Listener, String) {
            let person = try await notified.listener(at: place)
            notified.apns.answer(person.pushDevice, .refused(429, "TooManyRequests"))
            let id = try await notified.announce(Sample.offer(at: place))
            try await eventually("a try") { !person.pushes.isEmpty }
            #expect(try await notified.counts(of: id).figures == ["accepted": 1, "pending": 1])
            return (person, id)
        }

        @Test(
            "A push token ends with its session",
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
            // An app that has not noticed yet cannot register it again.
            #expect(try await person.call(.POST, "push/register", ["token": .string(person.pushDevice)]).status == 401)
        }
    }
}
