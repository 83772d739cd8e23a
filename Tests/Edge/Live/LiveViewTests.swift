@testable import Edge

@Suite struct LiveViewTests {
    private let reader = LiveView.Viewer.reader(Reader(device: id("me")))
    private let ada = LiveView.Viewer.account(People.ada, SessionID("s1")!)

    private func found(_ device: String, _ latitude: Int) -> GetLocation.LocationResult {
        let place = changing(sampleLocation) { $0.latitude = LocationValue(json: "\(latitude)") }
        return GetLocation.LocationResult(device: id(device), location: place, slogan: nil)
    }

    private func view(of viewer: LiveView.Viewer? = nil, after lastEventID: String? = nil) -> LiveView {
        LiveView(viewer ?? reader, after: lastEventID, key: .sample(), context: MessageContext(requestID: "test"))
    }

    private func written(_ view: LiveView) -> String {
        let text = String(decoding: view.takeTurn().events, as: UTF8.self)
        return text.split(separator: "\n").filter { $0.hasPrefix("event: ") || $0.hasPrefix("data: ") }
            .joined(separator: " ").replacing("event: ", with: "")
    }

    @Test func keepsTheLatestPlaceOfEachDeviceForASlowViewer() {
        let view = view()
        view.show([id("a"), id("b")], [found("a", 1), nil])
        for latitude in 2...1000 { _ = view.review([id("a")], [found("a", latitude)]) }
        let turn = view.takeTurn()
        #expect(turn.count == 2)
        let text = String(decoding: turn.events, as: UTF8.self)
        #expect(text.contains(#""Latitude":1000"#) && !text.contains(#""Latitude":999"#))
        #expect(text.contains("event: gone"))
        _ = view.review([id("a")], [found("a", 2)])
        _ = view.review([id("a")], [found("a", 1000)])
        #expect(view.takeTurn().events == [])
    }

    @Test func showsNoDeviceBeforeItsVisitIsRecorded() {
        let view = view()
        view.show([id("a")], [nil])
        _ = view.takeTurn()
        #expect(view.review([id("a")], [found("a", 1)]) == [id("a")] && view.takeTurn().count == 0)
        view.show([id("a")], [found("a", 1)])
        #expect(view.takeTurn().count == 1 && view.review([id("a")], [found("a", 2)]) == [])
        #expect(view.takeTurn().count == 1)
    }

    @Test func recordsAVisitAgainWhileItWatches() {
        let view = view()
        view.show([id("a")], [found("a", 1)])
        _ = view.takeTurn()
        for _ in 1..<LiveView.heartbeatsOfVisit { view.beat() }
        #expect(view.review([id("a")], [found("a", 1)]) == [])
        view.beat()
        #expect(view.review([id("a")], [found("a", 1)]) == [id("a")])
        view.show([id("a")], [found("a", 1)])
        #expect(view.review([id("a")], [found("a", 1)]) == [] && view.takeTurn().count == 0)
    }

    /// It may have another owner later, and its earlier visitors are erased then.
    @Test func recordsAVisitAgainAfterADeviceWasInvisible() {
        let view = view()
        view.show([id("a")], [found("a", 1)])
        #expect(view.review([id("a")], [nil]) == [])
        #expect(written(view).hasPrefix("gone"))
        #expect(view.review([id("a")], [found("a", 2)]) == [id("a")])
        #expect(view.takeTurn().count == 0 && view.visited == [])

        let person = self.view(of: ada)
        func place(_ device: String, _ latitude: Int?) -> GetPlaces.Place {
            GetPlaces.Place(device: id(device), isOwn: device == "own", found: latitude.map { found(device, $0) })
        }
        _ = person.show([place("own", nil), place("a", 1), place("b", 1)])
        #expect(Set(person.visited) == [id("own"), id("a"), id("b")])
        _ = person.show([place("own", nil), place("b", nil)])
        #expect(person.visited == [id("own")])
    }

    @Test func showsAPersonOnlyTheHandleOfASharedDevice() {
        let view = view(of: ada)
        func show(_ handle: String) {
            let place = GetPlaces.Place(
                device: id("real"), isOwn: false, found: found(handle, 1), member: People.stranger,
                precision: .exact, handle: id(handle))
            _ = view.show([place])
        }
        show("handle")
        #expect(view.devices == [id("real")])
        let text = written(view)
        #expect(text.contains(#""Device":"handle""#) && !text.contains("real"))
        #expect(view.review([id("real")], [found("handle", 1)]) == [] && view.takeTurn().count == 0, "nothing is new")
        #expect(view.review([id("real")], [nil]) == [])
        let gone = written(view)
        #expect(gone.hasPrefix("gone") && gone.contains(#""Device":"handle""#))
        show("another")
        #expect(view.takeTurn().end == .closing, "the client has the device under the former handle")
    }

    @Test func closesAViewOfTooManyDevices() {
        let view = view(of: ada)
        for first in stride(from: 0, to: LiveView.maximumDevices, by: GetPlaces.maximumDevices) {
            let places = (first..<first + GetPlaces.maximumDevices)
                .map { GetPlaces.Place(device: id("d\($0)"), isOwn: false, found: nil) }
            _ = view.show(places)
            #expect(view.takeTurn().end == nil)
        }
        _ = view.show([GetPlaces.Place(device: id("one more"), isOwn: false, found: nil)])
        #expect(view.takeTurn().end == .closing && view.devices.count <= ReviewViews.maximumDevices)
    }

    @Test func resumesAfterAnEvent() throws {
        let first = view()
        first.show([id("a"), id("b"), id("c")], [found("a", 1), found("b", 1), found("c", 1)])
        let ids = String(decoding: first.takeTurn().events, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
        #expect(ids.count == 3)
        let all = view(after: ids[2])
        all.show([id("a"), id("b"), id("c")], [found("a", 2), found("b", 1), nil])
        #expect(written(all).components(separatedBy: "data").count == 3, "a place and an end")
        // After the first event the others are not there yet.
        let some = view(after: ids[0])
        some.show([id("a"), id("b"), id("c")], [found("a", 1), found("b", 1), nil])
        let text = written(some)
        #expect(text.hasPrefix("place") && text.contains(#""Device":"b""#) && !text.contains(#""Device":"a""#))
    }

    @Test func asksOnceForADeviceThatChangesDuringAReview() {
        let view = view()
        view.show([id("a"), id("b")], [nil, nil])
        #expect(view.markDirty(id("a")))
        #expect(!view.markDirty(id("b")), "it stands in the queue")
        #expect(Set(view.beginReview().devices) == [id("a"), id("b")])
        #expect(!view.markDirty(id("a")), "it goes into the queue when the review ends")
        #expect(view.endReview() && view.beginReview().devices == [id("a")] && !view.endReview())
        // The reader's own key may have changed.
        #expect(view.markDirty(id("me")) && view.beginReview().devices.count == 2)
    }

    /// An unsent place that becomes invisible is never sent.
    @Test func sendsASlowViewerALimitedNumberOfEvents() {
        let view = view()
        let devices = (0..<LiveView.eventsAtOnce + 5).map { id("d\($0)") }
        view.show(devices, devices.indices.map { found("d\($0)", $0) })
        #expect(view.takeTurn().count == LiveView.eventsAtOnce)
        #expect(view.review([devices[LiveView.eventsAtOnce]], [nil]) == [])
        // The first devices move on, and do not delay the later ones.
        _ = view.review(devices, devices.indices.map { $0 == LiveView.eventsAtOnce ? nil : found("d\($0)", -$0 - 1) })
        let next = view.takeTurn()
        let text = String(decoding: next.events, as: UTF8.self)
        #expect(next.count == LiveView.eventsAtOnce && text.hasPrefix("event: gone"))
        #expect(text.components(separatedBy: "event: gone").count == 2)
        #expect(text.contains("\"Latitude\":\(-LiveView.eventsAtOnce - 5),"))
        #expect(view.takeTurn().count == 5 && view.takeTurn().count == 0)
    }

    @Test func sendsNothingAfterItsEnd() {
        let view = view()
        view.show([id("a")], [found("a", 1)])
        view.end(.refused)
        view.end(.closing)
        let turn = view.takeTurn()
        #expect(turn.end == .refused && turn.events == [])
    }
}

@Suite struct HeldPlacesTests {
    private func found(_ latitude: String = "1", speed: String? = nil, slogan: String? = nil)
        -> GetLocation.LocationResult
    {
        GetLocation.LocationResult(
            device: id("phone"),
            location: Location(
                timestamp: LocationValue(json: "1"), longitude: LocationValue(json: "2"),
                latitude: LocationValue(json: latitude), horizontalAccuracy: LocationValue(json: "3"),
                speed: speed.map { LocationValue(json: $0) }), slogan: slogan)
    }

    @Test func readsWhatItWrote() throws {
        let held: [(mark: HeldPlaces.Mark, version: HeldPlaces.Version)] = [
            (0xABCDEF, 0x1234_5678_9ABC), (7, 0), (9, 1),
        ]
        let text = HeldPlaces.eventID(of: held)
        #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        let read = try #require(HeldPlaces(eventID: text))
        #expect(held.map { read.version(of: $0.mark) } == [0x1234_5678_9ABC, 0, 1])
        #expect(read.isWhole(for: [0xABCDEF, 9, 4]) && !read.isWhole(for: [9]))
    }

    @Test(arguments: ["", "2", "1.", "2.AA", "2.!!!!!!!!!!!!", "7-8", "2." + String(repeating: "A", count: 12 * 65)])
    func refusesWhatItDidNotWrite(_ text: String) { #expect(HeldPlaces(eventID: text) == nil) }

    @Test func holdsALimitedNumberOfPlaces() throws {
        let many = (1...100).map { (mark: HeldPlaces.Mark($0), version: HeldPlaces.Version(1)) }
        let read = try #require(HeldPlaces(eventID: HeldPlaces.eventID(of: many)))
        #expect(read.version(of: 64) == 1 && read.version(of: 65) == 0)
        #expect(!read.isWhole(for: many.map(\.mark)), "there may be others")
    }

    @Test func tellsPlacesApart() {
        let key = EventKey.sample()
        let places = [
            found(), found("2"), found(speed: "0"), found(speed: "null"), found(slogan: ""), found(slogan: "a"),
        ]
        #expect(Set(places.map(key.version(of:))).count == places.count)
        #expect(key.version(of: found()) == EventKey.sample().version(of: found()) && key.version(of: nil) == 0)
        #expect(key.mark(of: id("a")) != key.mark(of: id("b")))
    }

    /// Proxies log ids: without the key, the place cannot be guessed.
    @Test func tellsNothingWithoutTheKey() {
        let (key, other) = (EventKey.sample(7), EventKey.sample(8))
        #expect(key.version(of: found()) != other.version(of: found()))
        #expect(key.mark(of: id("phone")) != other.mark(of: id("phone")))
        var elsewhere = found()
        elsewhere.device = id("tablet")
        #expect(key.version(of: found()) != key.version(of: elsewhere), "of two devices at one place")
    }

    @Test(arguments: ["", "short", "!"])
    func refusesOtherKeys(_ text: String) { #expect(EventKey(SecretText(text)) == nil) }
}
