@testable import Edge

@Suite struct LiveViewTests {
    private let reader = LiveView.Viewer.reader(Reader(device: id("me")))

    private func found(_ device: String, _ latitude: Int) -> GetLocation.LocationResult {
        var place = sampleLocation
        place.latitude = LocationValue(json: "\(latitude)")
        return GetLocation.LocationResult(device: id(device), location: place, slogan: nil)
    }

    private func view(after lastEventID: String? = nil) -> LiveView {
        LiveView(reader, after: lastEventID, key: .sample(), context: MessageContext(requestID: "test"))
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

        let person = LiveView(.account(People.ada, SessionID("s1")!), after: nil, key: .sample(), context: view.context)
        func place(_ device: String, _ latitude: Int?) -> GetPlaces.Place {
            GetPlaces.Place(device: id(device), isOwn: device == "own", found: latitude.map { found(device, $0) })
        }
        _ = person.show([place("own", nil), place("a", 1), place("b", 1)])
        #expect(Set(person.visited) == [id("own"), id("a"), id("b")])
        _ = person.show([place("own", nil), place("b", nil)])
        #expect(person.visited == [id("own")])
    }

    @Test func closesAViewOfTooManyDevices() {
        let view = LiveView(
            .account(People.ada, SessionID("s1")!), after: nil, key: .sample(),
            context: MessageContext(requestID: "test"))
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
