import BaliseAPI
import BaliseJSON
import HTTPTypes
import MessageBus
import Models

/// The texts of Server-Sent Events (WHATWG HTML, section 9.2).
enum EventStreamText {
    /// The delay of a reconnection in milliseconds, which clients are asked to use.
    static let retry = 2000

    /// The beginning of a stream. Its comment shows the client that it is connected.
    static let opening = Array("retry: \(retry)\n: balise\n\n".utf8)

    static let heartbeat = Array(":\n\n".utf8)

    static func place(_ found: GetLocation.LocationResult, id: String) -> [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.write(found)
        return event("place", id: id, json.bytes)
    }

    /// Returns the event that the device has no place, or that this viewer may not see it.
    static func gone(_ device: DeviceID, id: String) -> [UInt8] {
        var json = JSONObject()
        json.set("Device", device.text)
        return event("gone", id: id, json.bytes)
    }

    /// Returns the event with the place of a share link, without its device.
    static func shared(_ found: GetLocation.LocationResult) -> [UInt8] {
        var json = JSONWriter(capacity: 128)
        json.write(shared: found.location)
        return event("place", id: nil, json.bytes)
    }

    static let sharedGone = event("gone", id: nil, Array("{}".utf8))

    /// The event that changes were missed, so that all current places follow.
    static let reset = event("reset", id: HeldPlaces.eventIDOfNothing, Array("{}".utf8))

    static func counts(_ notification: [UInt8], id: String) -> [UInt8] { event("counts", id: id, notification) }

    static func end(_ reason: LiveEnd) -> [UInt8] {
        var json = JSONObject()
        json.set("reason", reason.rawValue)
        return event("end", id: nil, json.bytes)
    }

    /// - Parameter data: JSON without line breaks.
    private static func event(_ name: String, id: String?, _ data: [UInt8]) -> [UInt8] {
        var text = Array("event: \(name)\n".utf8)
        if let id { text.append(contentsOf: "id: \(id)\n".utf8) }
        text.append(contentsOf: "data: ".utf8)
        text.append(contentsOf: data)
        text.append(contentsOf: "\n\n".utf8)
        return text
    }
}

enum LiveEnd: String, Sendable {
    /// The server is ending. The client reconnects to another server, or later to this server.
    case closing
    /// The session has ended, or the reading device's key has changed. A reconnection gets the exact error.
    case refused
    /// The share link has ended.
    case over
    case done
    /// The viewer's rights cannot be checked.
    case unavailable

    init(_ error: EdgeError) { self = error.status.code < 500 ? .refused : .unavailable }

    /// Returns the reason to end; nil while the viewer may watch. The check has a task of its own, because the stream's
    /// task would keep the memory of the check.
    static func unless(_ isStillCalling: @escaping @Sendable () async throws(EdgeError) -> Void) async -> LiveEnd? {
        let asking = Task<LiveEnd?, Never> {
            do throws(EdgeError) {
                try await isStillCalling()
                return nil
            } catch { return LiveEnd(error) }
        }
        return await withTaskCancellationHandler {
            await asking.value
        } onCancel: {
            asking.cancel()
        }
    }
}

extension Answer {
    /// Makes an answer of events, which `write` sends until the client hangs up. It holds `place` for that time, and
    /// asks proxies not to buffer.
    init(eventsIn place: LongAnswerLimiter.Place, _ write: @escaping @Sendable (BodyStream.Send) async throws -> Void) {
        self.init(.ok)
        contentType = HTTPField(name: .contentType, value: "text/event-stream; charset=utf-8")
        stream = BodyStream(endsWithClient: true) { send in
            defer { withExtendedLifetime(place) {} }
            try await write(send)
        }
        // nginx supports this field, and so do proxies that follow nginx.
        fields = [HTTPField(name: HTTPField.Name("X-Accel-Buffering") ?? .cacheControl, value: "no")]
    }
}

/// Sends the state of a notification. It polls less and less often while nothing changes. The server keeps nothing
/// about broken streams, because the event id identifies the counts that the client has.
struct NotificationEvents: Sendable {
    /// The pauses between two polls, in seconds.
    private static let pauses = 1...8

    let live: LiveHub
    let ask: @Sendable () async throws(EdgeError) -> NotificationRecord
    /// Throws if the viewer may no longer watch. It is called at each heartbeat.
    let isStillCalling: @Sendable () async throws(EdgeError) -> Void

    /// Writes until the notification is done or cancelled, the client hangs up, the viewer may no longer watch, or the
    /// server ends. `lastEventID` is nil for a new stream.
    func write(_ first: NotificationRecord, after lastEventID: String?, to send: BodyStream.Send) async throws {
        try await send(EventStreamText.opening)
        var (record, shownID, pause, silence) = (first, lastEventID, NotificationEvents.pauses.lowerBound, 0)
        // The viewer is checked at the same rate, whether counts change or not.
        var unjudged = 0
        while true {
            let body = PublishedNotification(record).json.bytes
            let id = NotificationEvents.eventID(of: body)
            if id != shownID {
                try await send(EventStreamText.counts(body, id: id))
                (shownID, pause, silence) = (id, NotificationEvents.pauses.lowerBound, 0)
            }
            if record.state == .done || record.state == .cancelled { return try await send(EventStreamText.end(.done)) }
            for _ in 0..<pause {
                // The pause consists of seconds, so that it does not delay the end of the server.
                if live.isEnding { return try await send(EventStreamText.end(.closing)) }
                try await live.clock.sleep(for: .seconds(1))
                (silence, unjudged) = (silence + 1, unjudged + 1)
                if silence >= LiveHub.heartbeat {
                    silence = 0
                    try await send(EventStreamText.heartbeat)
                }
                guard unjudged >= LiveHub.heartbeat else { continue }
                unjudged = 0
                if let end = await LiveEnd.unless(isStillCalling) { return try await send(EventStreamText.end(end)) }
            }
            pause = min(pause * 2, NotificationEvents.pauses.upperBound)
            do throws(EdgeError) { record = try await ask() } catch {
                return try await send(EventStreamText.end(LiveEnd(error)))
            }
        }
    }

    /// Returns the event's id, which is the same for the same counts. A client gets the counts again from another edge.
    static func eventID(of body: [UInt8]) -> String { "2." + privateHash(of: body) }
}
