import Balise
import BaliseEcovelo

extension EndToEnd.SDK {
    func choose(_ backend: AppBackend) async throws {
        let app = try backend.app()
        await app.ecovelo.start(try backend.host(Rider()))
        var wishes = try await app.preferences.current()
        #expect(wishes.notifyLocalEvents && wishes.notificationRadius == 10)
        wishes.notificationRadius = 25
        wishes.preferredCategories = ["FOOD_PLAISIRS"]
        #expect(try await app.preferences.set(wishes) == wishes)
        wishes.notificationRadius = 51
        let tooFar = wishes
        await expect(.invalidRequest) { try await app.preferences.set(tooFar) }
        let night = SetQuietHoursRequest(
            start: try #require(BaliseTimeOfDay("22:00")), end: try #require(BaliseTimeOfDay("07:30")),
            timeZone: "Europe/Paris", allowsInterruptions: true)
        let kept = try await app.preferences.setQuietHours(night)
        #expect(kept.end == night.end && kept.allowsInterruptions == true)
        #expect(try await app.preferences.quietHours().timeZone == "Europe/Paris")
        #expect(
            try await app.preferences.kinds().map(\.name)
                == ["OFFER", "EVENT", "PROFESSIONAL", "arrivals", "new-readers", "orders"])
        let switched = try await app.preferences.set([NotificationKindChoice(name: "orders", enabled: false)])
        #expect(switched.last == NotificationKindSwitch(name: "orders", enabled: false, mandatory: false))
        #expect(try await app.topics.subscribe(to: "news-1").map(\.name) == ["news-1"])
        #expect(try await app.topics.list() == [SubscribedTopic(name: "news-1", subscribed: true)])
        #expect(try await app.topics.leave("news-1").isEmpty)
        await expect(.forbidden) { try await app.topics.subscribe(to: "members") }
        try await app.preferences.removeQuietHours()
        #expect(try await app.preferences.quietHours().start == nil)

        let place = Place.fresh()
        #expect(try await app.positions.report(latitude: place.latitude, longitude: place.longitude))
        #expect(try await app.positions.current().position?.latitude == place.latitude)
        try await app.positions.erase()
        #expect(try await !app.positions.allow(false).allowed)
        #expect(try await !app.positions.report(latitude: place.latitude, longitude: place.longitude))
        #expect(try await app.positions.current().position == nil)
    }

    /// From the registration of a push device to the screen that a push opens, with the publisher's side.
    func beTold(_ backend: AppBackend) async throws {
        let app = try backend.app()
        let office = try backend.app(apiKey: backend.notified.publisher)
        let rider = Rider()
        await app.ecovelo.start(try backend.host(rider))
        let account = try await app.ecovelo.rider().id
        let place = Place.fresh()
        try await app.positions.report(latitude: place.latitude, longitude: place.longitude)

        // In an app the registrar runs permanently; here it runs for a moment.
        let pushDevice = Fresh.iPhone()
        let registrar = app.push.registrar(
            for: PushDevice(environment: .production, deviceID: Fresh.device(), bundleID: Notified.topic))
        await registrar.use(.apns(try #require(Data(hexadecimal: pushDevice))))
        let keeping = Task { await registrar.run() }
        try await eventually("the push device is registered") { try await app.push.tokens().count == 1 }
        keeping.cancel()

        let subject = Int64.random(in: 1_000...1_000_000_000)
        let offer = AnnounceRequest(
            type: .offer, id: .number(subject), title: "Bread", body: "Half the price until noon",
            category: "FOOD_PLAISIRS", latitude: place.latitude, longitude: place.longitude,
            expiresAt: Date(timeIntervalSinceNow: 3600))
        #expect(try await office.announcements.count(offer).recipients == 1)
        let announced = try await office.announcements.announce(offer, idempotencyKey: Fresh.token(20))
        var last = announced
        for try await state in office.announcements.updates(of: announced.id) { last = state }
        #expect(last.state == .done && last.counts?.sent == 1 && last.recipients == 1)
        #expect(try await office.announcements.explain(announced.id, to: account).reason == .told)
        #expect(try await office.announcements.page(limit: 100).announcements.contains { $0.id == announced.id })

        let inquiries = try await app.inbox.inquiries()
        #expect(inquiries.map(\.announcement) == [announced.id] && inquiries.first?.askedBy == "a test's")

        let push = try #require(backend.notified.pushes(to: pushDevice).first)
        #expect(try destination(of: push) == .offer(.number(subject)))
        let entries = try await app.inbox.page()
        #expect(entries.unreadCount == 1 && entries.entries.first?.title == "Bread")
        #expect(try await app.inbox.unreadCount() == 1)
        #expect(try await app.inbox.markRead(try #require(entries.entries.first).id) == 0)
        #expect(try await app.inbox.markAllRead() == 0)

        let near = ListingSearch(area: .init(latitude: place.latitude, longitude: place.longitude, radius: 1000))
        #expect(try await app.listings.offers(.offer, matching: near).map(\.id) == [subject])
        #expect(try await app.listings.offer(subject).text("title") == "Bread")
        let baker = AnnounceRequest(
            type: .professional, id: .number(subject + 1), title: "Baker", category: "FOOD_PLAISIRS",
            latitude: place.latitude > 0 ? place.latitude - 3 : place.latitude + 3, longitude: place.longitude)
        _ = try await office.announcements.announce(baker, idempotencyKey: Fresh.token(20))
        #expect(try await app.listings.professional(subject + 1).text("firstName") == "Baker")
        #expect(try await app.listings.professionals(matching: near).isEmpty)
        #expect(try await app.listings.categories().count == 6)
        #expect(try await office.announcements.cancel(announced.id).state == .cancelled)

        let test = try await app.push.sendTest(SendTestPushRequest(kind: .event, subject: .text("rally")))
        #expect(test.count == 1)
        try await eventually("the test arrives") { backend.notified.pushes(to: pushDevice).count == 2 }
        let token = try #require(try await app.push.tokens().first)
        try await app.push.setTags(["beta"], token: token.id)
        try await beSent(office, to: app, account, pushDevice, backend)
        try await app.push.registerLiveActivity(
            RegisterLiveActivityRequest(
                token: SecretText(String(repeating: "07", count: 32)), activityType: "MatchAttributes",
                activity: "match-7", environment: .production, deviceId: Fresh.device(), bundleId: Notified.topic))
        try await app.push.removeLiveActivity("match-7")
        #expect(try await app.push.setMuted(true, token: token.id).muted)
        try await app.push.remove(token: token.id)
        #expect(try await app.push.remove(SecretText(pushDevice)) == 0)
        #expect(try await app.push.tokens().isEmpty)
    }

    private func beSent(
        _ office: BaliseClient, to app: BaliseClient, _ account: String, _ pushDevice: String, _ backend: AppBackend
    ) async throws {
        try await office.notifications.changeMembers(of: "members", adding: [account])
        try await office.notifications.changeTags(of: [account], adding: ["plan:pro"])
        let audience = AudienceExpression.all([
            .topic("members"), .tag("plan:pro"), .deviceTag("beta"), .platform("ios"),
        ])
        let order = SendNotificationRequest(
            kind: "orders", audience: audience,
            content: NotificationContent(texts: [NotificationText(title: "Your order")]))
        #expect(try await office.notifications.count(order).recipients == 1)
        let previews = try await office.announcements.preview(order.content)
        #expect(!previews.isEmpty && previews.allSatisfy { $0.payload.contains("Your order") })
        let before = backend.notified.pushes(to: pushDevice).count
        let sent = try await office.notifications.send(order, idempotencyKey: Fresh.token(20))
        try await eventually("it is sent") { try await office.notifications.notification(sent.id).counts?.sent == 1 }
        #expect(backend.notified.pushes(to: pushDevice).count == before + 1)
        let push = try #require(backend.notified.pushes(to: pushDevice).last)
        let payload = try #require(try JSONSerialization.jsonObject(with: Data(push.payload)) as? [String: Any])
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(Fresh.token(20))/interactions")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let outbox = try app.inbox.interactionOutbox(at: file)
        let opened = try #require(BaliseInteraction(BaliseInteraction.opened, of: payload))
        try await outbox.add(opened)
        #expect(try await outbox.deliver() == 0)
        #expect(try await office.notifications.notification(sent.id).interactions?.map(\.people) == [1])
        var last: PublishedNotification?
        for try await state in office.notifications.updates(of: sent.id) { last = state }
        #expect(last?.state == .done && last?.counts?.sent == 1)
        var results: [BaliseDeliveryResult] = []
        for try await result in office.notifications.results(of: sent.id) { results.append(result) }
        #expect(results.map(\.account) == [account] && results.map(\.state) == [.sent])
        #expect(try await office.notifications.explain(sent.id, to: account).reason == .told)
        #expect(try await office.notifications.page().notifications.first?.id == sent.id)
        #expect(try await office.notifications.cancel(sent.id).state == .cancelled)
        var later = order
        later.startsAt = Date(timeIntervalSinceNow: 3600)
        let planned = try await office.notifications.send(later, idempotencyKey: Fresh.token(20))
        #expect(planned.state == .scheduled)
        later.content.texts = [NotificationText(title: "Your other order")]
        #expect(try await office.notifications.change(planned.id, to: later).id == planned.id)
        #expect(try await office.notifications.cancel(planned.id).state == .cancelled)
        let tip = SetSeriesRequest(
            kind: "orders", audience: audience, content: order.content, rule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9",
            startsAtLocal: "2026-01-01T09:00", timeZone: "Europe/Paris")
        let series = try await office.notifications.set("tip", to: tip)
        #expect(series.nextAt.map { $0 > Date() } == true)
        #expect(try await office.notifications.series("tip") == series)
        #expect(try await office.notifications.seriesPage().series == [series])
        try await office.notifications.endSeries("tip")
        let channel = try await office.announcements.createChannel()
        #expect(try await office.announcements.channels().map(\.channel).contains(channel.channel))
        let update = NotificationContent(
            pushType: .liveactivity, timeToLive: 0,
            liveActivity: LiveActivityContent(event: .update, activity: "m", state: "{}"))
        _ = try await office.announcements.send(update, over: channel)
        try await office.announcements.delete(channel)
    }

    private func destination(of push: FakeAPNs.Notification) throws -> PushDestination? {
        let payload = try #require(try JSONSerialization.jsonObject(with: Data(push.payload)) as? [String: Any])
        return PushDestination(payload: payload)
    }
}

extension Data {
    /// Bytes from hexadecimal digits; nil for other characters or half a byte.
    fileprivate init?(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
