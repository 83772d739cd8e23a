import Balise

extension EndToEnd.SDK {
    private func place(_ minutes: Double, latitude: Double = 48.85) -> DeviceLocation {
        DeviceLocation(
            recordedAt: Date(timeIntervalSince1970: 1_763_726_400 + minutes * 60), latitude: latitude, longitude: 2.35,
            horizontalAccuracy: 5)
    }

    private func freshDevice() throws -> LocationDeviceID { try #require(LocationDeviceID(Fresh.device())) }

    func sharePlaces(_ backend: AppBackend) async throws {
        let (owner, friend) = (try backend.app().locations, try backend.app().locations)
        let (device, reader) = (try freshDevice(), try freshDevice())
        try await owner.update([place(0), place(1)], of: device, keeping: .history)
        #expect(try await friend.geoJSON(of: device)?.location == place(1), "open as long as there is no key")

        try await owner.keys.set(for: device)
        try await friend.keys.set(for: reader)
        try await owner.update(place(2, latitude: 48.9), of: device, keeping: .history)
        await expect(.deviceKeyUnknown) { try await friend.update(place(3), of: device, keeping: .history) }
        #expect(try await friend.slogan(of: device, as: reader) == nil)
        try await owner.setSlogan("On my way", for: device)
        #expect(try await friend.slogan(of: device, as: reader) == "On my way")
        let found = try #require(try await friend.location(of: device, as: reader))
        #expect(found.location.latitude == 48.9 && found.slogan == "On my way")
        #expect(try await friend.history(of: device, as: reader).locations.count == 3)
        #expect(try await friend.geoJSON(of: device, as: reader) != nil, "read in another way, now that there is a key")
        let visitors = try await owner.visitors(of: device)
        #expect(visitors.visits.contains { $0.visitor == reader.text })

        let entry = AllowedDevice(reader, readsHistory: false)
        try await owner.setAllowed([entry], for: device)
        #expect(try await owner.allowed(of: device) == AllowedList(isEnabled: true, devices: [entry]))
        var events = friend.stream(of: [device], as: reader).makeAsyncIterator()
        var seen = LocationResult(device: device, location: place(2, latitude: 48.9), slogan: "On my way")
        #expect(try await events.next() == .place(seen))
        seen.location = place(3, latitude: 48.95)
        try await owner.update(seen.location, of: device, keeping: .history)
        #expect(try await events.next() == .place(seen))
        let security = try await friend.security(of: device, as: reader)
        #expect(security.hasKey && security.isAllowedListEnabled)
        #expect(try await friend.location(of: device, as: reader) != nil)
        #expect(try await friend.history(of: device, as: reader).locations.isEmpty)
        #expect(try await friend.location(of: device, as: try freshDevice()) == nil)
        try await useShareLinks(of: device, by: owner)
        try await catchUp(owner)
        #expect(try await owner.deleteLocation(of: device) > 0)
        #expect(try await friend.location(of: device, as: reader) == nil)
    }

    /// A device that was offline for long sends its newest place first, and the older ones below it.
    private func catchUp(_ locations: LocationsAPI) async throws {
        let device = try freshDevice()
        try await locations.keys.set(for: device)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("balise-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let outbox = try locations.outbox(at: folder.appendingPathComponent("outbox"))
        for minute in 0..<250 { try await outbox.add(place(Double(minute)), of: device, keeping: .history) }
        #expect(try await outbox.deliver().waiting == 0)
        let history = try await locations.history(of: device, as: device, atMost: 300)
        #expect(history.locations == (0..<250).reversed().map { place(Double($0)) })
    }

    func claimDevice(_ backend: AppBackend) async throws {
        let (app, tablet, person) = (try backend.app(), try backend.app(), Person())
        try await app.sessions.register(person.registrationBody)
        let (device, keys) = (try freshDevice(), app.locations.keys)
        let lost = try await keys.set(for: device)
        #expect(try await keys.claim(device).hasKey)
        #expect(try await keys.claimed().map(\.device) == [device.text])
        var events = app.places.stream().makeAsyncIterator()
        #expect(try await events.next() == .gone(device), "it has no place yet")
        try await keys.forget(device)
        await expect(.deviceKeyUnknown) { try await app.locations.update(place(0), of: device, keeping: .history) }
        #expect(try await keys.reset(device) != lost)
        try await app.locations.update(place(0), of: device, keeping: .history)
        try await ownHistory(app.locations, device)

        let friend = try backend.app()
        try await friend.sessions.register(Person().registrationBody)
        // A ticket ends with its session.
        try await tablet.sessions.signIn(person.name, password: SecretText(person.password))
        let ended = try await tablet.locations.keys.offer(device)
        #expect(try await app.sessions.endOthers() == 1)
        await expect(.invalidToken) { try await friend.locations.keys.takeOver(ended.ticket) }
        let offered = try await keys.offer(device)
        #expect(try await friend.locations.keys.takeOver(offered.ticket).device == device.text)
        #expect(try await keys.claimed().isEmpty)
        await expect(.deviceKeyWrong) { try await app.locations.update(place(1), of: device, keeping: .history) }
        try await friend.locations.update(place(1), of: device, keeping: .history)
        let back = try await friend.locations.keys.offer(device)
        #expect(try await keys.takeOver(back.ticket).canResetKey)

        try await useShareLinks(of: device, by: app.locations.shareLinks)
        try await useTrackers(of: device, by: app.locations.trackers)
        try await useForwarders(of: device, by: app.locations.forwarders)
        try await keys.remove(device)
        #expect(try await keys.key(for: device) == nil)
        try await keys.release(device)
        #expect(try await keys.claimed().isEmpty)
    }

    /// The device has the place of minute 0.
    private func ownHistory(_ locations: LocationsAPI, _ device: LocationDeviceID) async throws {
        let gpx = """
            <?xml version="1.0"?>
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
            <trkpt lat="48.8" lon="2.3"><ele>35</ele><time>2025-11-21T11:00:00Z</time></trkpt>
            <trkpt lat="48.81" lon="2.3"><time>2025-11-21T11:01:00.5Z</time></trkpt>
            </trkseg></trk></gpx>
            """
        let imported = try await locations.importHistory(Data(gpx.utf8), of: device)
        #expect(imported == ImportedHistory(stored: 2, known: 0, dropped: 0, untimed: 0))
        let page = try await locations.ownHistory(of: device, limit: 2)
        #expect(page.points.map(\.latitude) == [48.85, 48.81])
        let rest = try await locations.ownHistory(of: device, after: page.nextCursor)
        #expect(rest.points.map(\.altitude) == [35] && rest.nextCursor == nil)
        let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(Fresh.token(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (format, name) in [(HistoryFileFormat.gpx, "gpx"), (.geoJSON, "geojson")] {
            try await locations.downloadHistory(of: device, as: format, into: folder.appending(path: name))
        }
        let map = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "geojson")))
        #expect(((map as? [String: Any])?["features"] as? [Any])?.count == 3)
        let again = try await locations.importHistory(try Data(contentsOf: folder.appending(path: "gpx")), of: device)
        #expect(again == ImportedHistory(stored: 0, known: 3, dropped: 0, untimed: 0))

        #expect(try await locations.keepHistory(of: device, forDays: 3650).days == 3650)
        #expect(try await locations.historyRetention(of: device).days == 3650)
        #expect(try await locations.keepHistory(of: device, forDays: nil).days == nil)
        let first = place(0).recordedAt
        #expect(try await locations.deleteHistory(of: device, to: first) == 2)
        #expect(try await locations.ownHistory(of: device).points.count == 1)
    }

    private func useShareLinks(of device: LocationDeviceID, by links: ShareLinksAPI) async throws {
        let made = try await links.create(
            ShareLinkOptions(name: "Ride", endsAt: Date(timeIntervalSinceNow: 3600)), for: device)
        #expect(made.url.value.hasSuffix("/s/" + made.token.value) && made.link.state == .open)
        let changed = try await links.change(made.link.id, ChangeShareLinkRequest(precision: .town))
        #expect(changed.precision == .town && changed.name == "Ride")
        #expect(try await links.list() == [changed])
        try await links.end(changed.id)
        #expect(try await links.list().map(\.state) == [.ended])
    }

    /// The same with the device's key.
    private func useShareLinks(of device: LocationDeviceID, by locations: LocationsAPI) async throws {
        let made = try await locations.createShareLink(
            ShareLinkOptions(endsAt: Date(timeIntervalSinceNow: 3600)), for: device)
        let changed = try await locations.changeShareLink(
            made.link.id, of: device, ChangeShareLinkRequest(name: "Walk"))
        #expect(try await locations.shareLinks(of: device) == [changed] && changed.name == "Walk")
        try await locations.endShareLink(changed.id, of: device)
        #expect(try await locations.shareLinks(of: device).map(\.state) == [.ended])
    }

    /// The device has a place. The name of the target never has an address (RFC 6761).
    private func useForwarders(of device: LocationDeviceID, by forwarders: ForwardersAPI) async throws {
        let made = try await forwarders.create(
            CreateForwarderRequest(name: "Home", form: .ownTracks, url: SecretText("https://home.invalid/hook?key=1")),
            for: device)
        #expect(made.origin == "https://home.invalid" && made.precision == .exact && made.sentAt == nil)
        #expect(try await forwarders.list(of: device) == [made])
        let test = try await forwarders.test(made.id, of: device)
        #expect(!test.accepted && test.status == nil && test.outcome.contains("cannot be resolved"))
        try await forwarders.remove(made.id, of: device)
        #expect(try await forwarders.list(of: device).isEmpty)
        await expect(.notFound) { try await forwarders.remove(made.id, of: device) }
    }

    private func useTrackers(of device: LocationDeviceID, by trackers: TrackersAPI) async throws {
        let made = try await trackers.create(CreateTrackerRequest(device: device.text, name: "Old phone"))
        #expect(made.tracker.lastUsedAt == nil && made.links.traccar.value.hasSuffix(made.token.value))
        let changed = try await trackers.change(made.tracker.id, ChangeTrackerRequest(speedUnit: .metresPerSecond))
        #expect(changed.speedUnit == .metresPerSecond && changed.name == "Old phone")
        #expect(try await trackers.list() == [changed])
        try await trackers.revoke(changed.id)
        #expect(try await trackers.list().isEmpty)
        await expect(.notFound) { try await trackers.revoke(changed.id) }
    }

    @Test(
        "Places from an outbox arrive once and in order after the server or the app was away",
        arguments: Shape.standard)
    func outbox(shape: Shape) async throws {
        try await RunningBalise.withOwn(shape) { balise in
            let folder = FileManager.default.temporaryDirectory.appending(path: "outbox-\(Fresh.token(8))")
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "places")
            let device = try freshDevice()

            func app() throws -> BaliseClient {
                var configuration = BaliseConfiguration(
                    server: try #require(URL(string: balise.http)), secrets: MemorySecretStore())
                configuration.retries = .never
                return BaliseClient(configuration)
            }
            do {
                let outbox = try app().locations.outbox(at: file)
                try await outbox.add(place(0), of: device, keeping: .history)
                #expect(try await outbox.deliver().waiting == 0)
                for program in shape.backs { try await balise.child(program).killNow() }
                for minute in 1...3 { try await outbox.add(place(Double(minute)), of: device, keeping: .history) }
                await #expect(throws: BaliseError.self) { try await outbox.deliver() }
                #expect(await outbox.status.waiting == 3)
            }
            for program in shape.backs { try balise.launch(program) }
            try await balise.untilReady()
            // Another run of the app, which finds the file.
            let again = try app()
            let outbox = try again.locations.outbox(at: file)
            #expect(await outbox.status.waiting == 3)
            #expect(
                try await !outbox.add(place(2), of: device, keeping: .history), "an older place goes over no newer one")
            #expect(try await outbox.deliver().waiting == 0)
            let history = try await again.locations.history(of: device, as: device)
            #expect(history.locations.map(\.recordedAt) == (0...3).reversed().map { place(Double($0)).recordedAt })
        }
    }
}
