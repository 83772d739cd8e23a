import AsyncHTTPClient
import NIOCore

/// A live stream, and the events that it has sent so far.
final class EventStream: Sendable {
    struct Event {
        var id: String?
        var data = ""

        var device: String? { (try? JSON(reading: Array(data.utf8)))?["Device"]?.text }
        var timestamp: String? { (try? JSON(reading: Array(data.utf8)))?["Timestamp"]?.text }
    }

    private let received = Mutex<[UInt8]>([])
    private let reading = Mutex<Task<Void, Never>?>(nil)

    private init() {}

    static func open(
        _ balise: RunningBalise, of devices: [String], by reader: String, after lastEventID: String? = nil
    ) async throws -> EventStream {
        let query = "devices=\(devices.joined(separator: ","))&RequestMiataruDeviceID=\(reader)"
        var request = HTTPClientRequest(url: "\(balise.http)/v1/stream?\(query)")
        request.headers = ["accept": "text/event-stream"]
        if let lastEventID { request.headers.add(name: "last-event-id", value: lastEventID) }
        let response = try await balise.client.execute(request, timeout: .minutes(10))
        try #require(response.status == .ok)
        let stream = EventStream()
        let reading = Task {
            do {
                for try await part in response.body {
                    stream.received.withLock { $0.append(contentsOf: part.readableBytesView) }
                }
            } catch {}
        }
        stream.reading.withLock { $0 = reading }
        return stream
    }

    func close() { reading.withLock { $0 }?.cancel() }

    var events: [Event] {
        let text = received.withLock { String(decoding: $0, as: UTF8.self) }
        return text.components(separatedBy: "\n\n").dropLast().compactMap { block -> Event? in
            var event = Event()
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = String(parts.count > 1 ? parts[1].drop { $0 == " " } : "")
                if parts[0] == "id" { event.id = value } else if parts[0] == "data" { event.data += value }
            }
            return event.data.isEmpty ? nil : event
        }
    }

    @discardableResult
    func events(_ count: Int) async throws -> [Event] {
        try await eventually("\(count) events; there are \(events)") { self.events.count >= count }
        return events
    }
}
