@testable import Balise

@Suite("Live places")
struct LivePlacesTests {
    private let device: LocationDeviceID

    init() throws { device = try .named("phone") }

    private static func place(_ latitude: Int, id: String) -> String {
        """
        event: place
        id: \(id)
        data: {"Device":"phone","Timestamp":"1700000000","Longitude":"2","Latitude":"\(latitude)","HorizontalAccuracy":"3"}


        """
    }

    private func stream(
        _ transport: StreamingTransport, pause: any BaliseSleeper = SkippedPause()
    ) throws -> LivePlaces {
        BaliseClient(try .scripted(transport, pause: pause)).locations.stream(of: [device], as: device)
    }

    private func latitudes(_ places: LivePlaces, _ count: Int) async throws -> [Double] {
        var found: [Double] = []
        for try await event in places {
            if case .place(let place) = event { found.append(place.location.latitude) }
            if found.count == count { break }
        }
        return found
    }

    @Test("continue after the last event when the connection breaks or the server is away")
    func reconnects() async throws {
        let transport = StreamingTransport(
            .text("retry: 3000\n\n" + Self.place(1, id: "1.a")), .lost, .status(503), .text(Self.place(2, id: "1.b")),
            .text(Self.place(3, id: "1.c")))
        let pause = SkippedPause()
        let client = BaliseClient(try .scripted(transport, pause: pause))
        let device = try #require(LocationDeviceID("ph,one"))
        try await client.locations.keys.adopt(try .of("s:ecret"), for: try #require(LocationDeviceID("me")))
        let places = client.locations.stream(of: [device], as: try #require(LocationDeviceID("me")))
        #expect(try await latitudes(places, 3) == [1, 2, 3])
        #expect(transport.calls.map { $0.headers["Last-Event-ID"] } == [nil, "1.a", "1.a", "1.a", "1.b"])
        let first = try #require(transport.calls.first)
        #expect(
            first.url.absoluteString == "https://balise.example/v1/stream?device=ph%2Cone&RequestMiataruDeviceID=me")
        #expect(first.headers["Authorization"] == "Bearer s%3Aecret" && first.headers["Accept"] == "text/event-stream")
        #expect(pause.pauses.first == 3 && pause.pauses.count == 4)
    }

    @Test("throw a final refusal", arguments: [404, 403])
    func refused(status: Int) async throws {
        let places = try stream(StreamingTransport(.status(status)))
        #expect(try await failure { try await latitudes(places, 1) }.status == status)
    }

    @Test("report gone devices and resets, and ignore unknown events")
    func kinds() async throws {
        let text =
            "event: reset\ndata: {}\n\nevent: later\ndata: 1\n\nevent: gone\nid: 1.\ndata: {\"Device\":\"phone\"}\n\n"
        var events = try stream(StreamingTransport(.text(text))).makeAsyncIterator()
        #expect(try await events.next() == .reset)
        #expect(try await events.next() == .gone(device))
    }

    @Test("report the state of their connection, until the reader leaves")
    func connection() async throws {
        let places = try stream(
            StreamingTransport(
                .text("retry: 3000\n\n" + Self.place(1, id: "1.a")), .status(503), .text(Self.place(2, id: "1.b"))))
        let states = places.source.connection.states(buffering: .unbounded)
        _ = try await latitudes(places, 2)
        var seen: [BaliseConnectionState] = []
        for await state in states {
            seen.append(state)
            if state == .ended { break }
        }
        let start = SetTime().now
        #expect(
            seen == [
                .connecting, .open, .waiting(until: start + 3), .connecting, .waiting(until: start + 6), .connecting,
                .open, .ended,
            ])
    }

    @Test("report the end after a refusal also while their iterator remains")
    func endOfConnection() async throws {
        let places = try stream(StreamingTransport(.status(403)))
        var iterator = places.makeAsyncIterator()
        await #expect(throws: BaliseError.self) { try await iterator.next() }
        var states = places.connectionStates().makeAsyncIterator()
        #expect(await states.next() == .ended)
    }

    @Test("keep the state of the latest reader when an earlier one ends")
    func readers() async throws {
        let text = Self.place(1, id: "1.a")
        let places = try stream(StreamingTransport(.text(text), .text(text)))
        var earlier: LivePlaces.Iterator? = places.makeAsyncIterator()
        _ = try await earlier?.next()
        var latest = places.makeAsyncIterator()
        _ = try await latest.next()
        earlier = nil
        var states = places.connectionStates().makeAsyncIterator()
        #expect(await states.next() == .open)
        withExtendedLifetime(latest) {}
    }

    @Test("throw CancellationError when the task is cancelled, while they connect and while they wait")
    func cancelled() async throws {
        for transport in [StreamingTransport(), StreamingTransport(.text(Self.place(1, id: "1.a")))] {
            let places = try stream(transport, pause: CancelledPause())
            await #expect(throws: CancellationError.self) { try await latitudes(places, 2) }
        }
    }

    @Test("need a transport that streams")
    func noStreams() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport())
        var events = client.locations.stream(of: [device], as: device).makeAsyncIterator()
        let error = try await failure { try await events.next() }
        #expect(error == .invalid("the transport of this client gives no streams"))
    }
}

private struct CancelledPause: BaliseSleeper {
    func sleep(seconds: Double) async throws { throw CancellationError() }
}

@Suite("A stream of events")
struct EventStreamParserTests {
    private typealias Event = EventStreamParser.Event

    private static let text =
        "\u{FEFF}retry: 2000\n: comment\n\nevent: place\nid: 1.a\ndata: {\"é\":\ndata: 1}\n\r\ndata:x\r\rid: 2\n\nevent: gone\ndata: y\n\n"
    private static let events = [
        Event(name: "place", data: "{\"é\":\n1}", lastEventID: "1.a"),
        Event(name: "message", data: "x", lastEventID: "1.a"),
        Event(name: "gone", data: "y", lastEventID: "2"),
    ]

    @Test("is read the same wherever it is split", arguments: 0..<text.utf8.count)
    func cut(at place: Int) {
        let bytes = Array(Self.text.utf8)
        var parser = EventStreamParser()
        let events = (parser.read(bytes[..<place]) ?? []) + (parser.read(bytes[place...]) ?? [])
        #expect(events == Self.events)
        #expect(parser.retry == 2000 && parser.lastEventID == "2")
    }

    @Test("has no event that is incomplete")
    func unfinished() {
        var parser = EventStreamParser()
        #expect(parser.read(Array("event: place\ndata: 1\n".utf8)) == [])
        #expect(
            parser.read(Array("retry: soon\nid: a\0b\n\n".utf8)) == [Event(name: "place", data: "1", lastEventID: "")])
        #expect(parser.retry == nil)
    }

    @Test("is given up if a line or the data of an event is too long", arguments: ["", "\ndata:"])
    func endless(_ separator: String) {
        var parser = EventStreamParser()
        let part = Array((String(repeating: "a", count: 1024) + separator).utf8)
        let count = EventStreamParser.maximumSize / 1024
        let areRead = (0...count + 1).map { _ in parser.read(part) != nil }
        #expect(areRead[count / 2] && areRead.last == false)
    }
}
