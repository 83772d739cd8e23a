import Balise

extension EndToEnd.SDK {
    /// Ada's phone has a place, and Ben sees it in a circle as Ada wants, live, until Ada leaves.
    func shareInCircle(_ backend: AppBackend) async throws {
        let (ada, ben) = (try backend.app(), try backend.app())
        for app in [ada, ben] { try await app.sessions.register(Person().registrationBody) }
        let phone = try #require(LocationDeviceID(Fresh.device()))
        try await ada.locations.keys.set(for: phone)
        _ = try await ada.locations.keys.claim(phone)
        try await ada.locations.update(place(48.85), of: phone, keeping: .history)

        try await ada.locations.keys.tellOfNewReaders(of: phone)
        #expect(try await ada.locations.keys.claimed().map(\.tellsOfNewReaders) == [true])
        try await ada.locations.keys.tellOfNewReaders(false, of: phone)
        #expect(try await ada.locations.keys.claimed().map(\.tellsOfNewReaders) == [nil])

        let circle = try await ada.locations.circles.create("Us", as: "Ada")
        let invited = try await ada.locations.circles.invite(to: circle.id, uses: 2)
        #expect(invited.url.value.hasSuffix("/account/join#" + invited.code.value))
        await expect(.codeMismatch) { try await ben.locations.circles.join(SecretText("ZZZZZ-ZZZZZ"), as: "Ben") }
        let joined = try await ben.locations.circles.join(SecretText(invited.code.value.lowercased()), as: "Ben")
        #expect(joined.members.map(\.name) == ["Ada", "Ben"] && joined.creator == circle.creator)
        #expect(try await ada.locations.circles.list().first?.members.map(\.name) == ["Ada", "Ben"])
        #expect(try await ada.locations.circles.invitations(to: circle.id).map(\.uses) == [1])
        try await ada.locations.circles.endInvitation(invited.invitation.id, to: circle.id)
        #expect(try await ben.places.list().isEmpty)
        await expect(.notFound) { try await ben.locations.ownHistory(of: phone) }
        #expect(try await ada.locations.circles.visits().isEmpty)

        await expect(.notFound) { try await ben.places.ask(for: phone) }

        let consent = SetCircleConsentRequest(place: .town, history: .exact, questions: true)
        _ = try await ada.locations.circles.setConsent(consent, in: circle.id)
        let seen = try #require(try await ben.places.list().first)
        let shown = try #require(LocationDeviceID(seen.device))
        await expect(.notFound) { try await ben.places.ask(for: phone) }
        #expect(try await ben.places.ask(for: shown) == 0, "Ada has no push device")
        await expect(.rateLimited) { try await ben.places.ask(for: shown) }
        #expect(try await ada.locations.circles.visits().first?.askedAt != nil)
        #expect(shown != phone, "the id of the phone shows its place to everyone")
        #expect(seen.account == circle.creator && seen.precision == .town)
        #expect(seen.place?.latitude != 48.85 && abs((seen.place?.latitude ?? 0) - 48.85) < 0.1)
        #expect(try await ada.locations.circles.visits().map(\.name) == ["Ben"])
        #expect(try await ben.locations.ownHistory(of: shown).points.isEmpty, "only from the consent on")
        var events = ben.places.stream().makeAsyncIterator()
        #expect(try await events.next() != nil)

        try await watchArrivals(ada, phone, watcher: joined.members[1].account, on: ben)
        let renamed = try await ben.locations.circles.change(circle.id, ChangeCircleRequest(memberName: "Benjamin"))
        #expect(renamed.members.map(\.name) == ["Ada", "Benjamin"])
        await expect(.forbidden) { try await ben.locations.circles.remove(circle.creator, from: circle.id) }
        try await ada.locations.circles.leave(circle.id)
        #expect(try await events.next() == .gone(shown))
        #expect(try await ben.places.list().isEmpty)
        let again = try await ben.locations.circles.invite(to: circle.id)
        let back = try await ada.locations.circles.join(again.code, as: "Ada")
        #expect(back.creator != circle.creator && back.consent == BaliseCircleConsent())
        try await ben.locations.circles.remove(circle.creator, from: circle.id)
        #expect(try await ada.locations.circles.list().isEmpty)
    }

    private func watchArrivals(
        _ owner: BaliseClient, _ phone: LocationDeviceID, watcher: String, on other: BaliseClient
    ) async throws {
        let made = try await owner.locations.arrivals.create(
            CreateArrivalPlaceRequest(
                name: "Home", device: phone.text, latitude: 48.85, longitude: 2.35, radius: 200, watchers: [watcher]))
        #expect(try await other.locations.arrivals.list().watched.map(\.name) == ["Home"])
        let changed = try await owner.locations.arrivals.change(made.id, ChangeArrivalPlaceRequest(name: "Maison"))
        #expect(changed.name == "Maison" && changed.watchers == [watcher])
        let arrived = try await owner.locations.arrivals.report(true, at: made.id, since: Date())
        #expect(arrived.isInside == true)
        await expect(.notFound) { try await other.locations.arrivals.report(true, at: made.id, since: Date()) }
        try await other.locations.arrivals.remove(made.id)
        let refused = try #require(try await other.locations.arrivals.list().refused?.first)
        try await other.locations.arrivals.allow(refused)
        let places = try await owner.locations.arrivals.list().places
        #expect(places.map(\.name) == ["Maison"] && places.first?.watchers.isEmpty == true)
        try await owner.locations.arrivals.remove(made.id)
    }

    private func place(_ latitude: Double) -> DeviceLocation {
        DeviceLocation(recordedAt: Date(), latitude: latitude, longitude: 2.35, horizontalAccuracy: 5)
    }
}
