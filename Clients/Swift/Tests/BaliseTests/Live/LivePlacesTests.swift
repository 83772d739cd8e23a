import Foundation
import Synchronization
import Testing

@testable import Balise

@Suite("Live places")
struct LivePlacesTests {
    private static func place(_ latitude: Int, id: String) -> String {
        """
        event: place
        id: \(id)
        data: {"Device":"phone","Timestamp":"1700000000","Longitude":"2","Latitude":"\(latitude)","HorizontalAccuracy":"3"}


        """
    }

    private func client(_ transport: StreamingTransport) throws -> (BaliseClient, RecordedPauses) {
        let pauses = RecordedPauses()
        return (BaliseClient(try .scripted(transport, pause: pauses)), pauses)
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
        let (client, pauses) = try client(transport)
        let device = try #require(LocationDeviceID("ph,one"))
        try await client.locations.keys.adopt(try .of("s:ecret"), for: try #require(LocationDeviceID("me")))
        let places = client.locations.stream(of: [device], as: try #require(LocationDeviceID("me")))
        #expect(try await latitudes(places, 3) == [1, 2, 3])
        #expect(transport.calls.map { $0.headers["Last-Event-ID"] } == [nil, "1.a", "1.a", "1.a", "1.b"])
        let first = try #require(transport.calls.first)
        #expect(
            first.url.absoluteString == "https://balise.example/v1/stream?device=ph%2Cone&RequestMiataruDeviceID=me")
        #expect(first.headers["Authorization"] == "Bearer s%3Aecret" && first.headers["Accept"] == "text/event-stream")
        #expect(pauses.all.first == 3 && pauses.all.count == 4)
    }

    @Test("throw a final refusal", arguments: [404, 403])
    func refused(status: Int) async throws {
        let transport = StreamingTransport(.status(status))
        let (client, _) = try client(transport)
        let device = try #require(LocationDeviceID("phone"))
        await #expect { _ = try await latitudes(client.locations.stream(of: [device], as: device), 1) } throws: {
            guard case .refused(let refusal) = $0 as? BaliseError else { return false }
            return refusal.status == status
        }
    }

    @Test("report gone devices and resets, and ignore unknown events")
    func kinds() async throws {
        let text =
            "event: reset\ndata: {}\n\nevent: later\ndata: 1\n\nevent: gone\nid: 1.\ndata: {\"Device\":\"phone\"}\n\n"
        let (client, _) = try client(StreamingTransport(.text(text)))
        let device = try #require(LocationDeviceID("phone"))
        var events = client.locations.stream(of: [device], as: device).makeAsyncIterator()
        #expect(try await events.next() == .reset)
        #expect(try await events.next() == .gone(device))
    }

    @Test("need a transport that streams")
    func noStreams() async throws {
        let client = try await BaliseClient.scripted(ScriptedTransport())
        let device = try #require(LocationDeviceID("phone"))
        var events = client.locations.stream(of: [device], as: device).makeAsyncIterator()
        do {
            _ = try await events.next()
            Issue.record("there was an event")
        } catch { #expect(error as? BaliseError == .invalid("the transport of this client gives no streams")) }
    }
}

/// Does not wait, and notes for how long it was to.
private final class RecordedPauses: BaliseSleeper {
    private let state = Mutex<[Double]>([])
    var all: [Double] { state.withLock { $0 } }
    func sleep(seconds: Double) async throws { state.withLock { $0.append(seconds) } }
}
