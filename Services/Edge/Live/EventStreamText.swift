import BaliseJSON
import HTTPTypes
import Models

/// Server-Sent Events (WHATWG HTML, section 9.2).
enum EventStreamText {
    /// In milliseconds.
    static let retry = 2000

    /// The comment shows the client that it is connected.
    static let opening = Array("retry: \(retry)\n: balise\n\n".utf8)

    static let heartbeat = Array(":\n\n".utf8)

    static func place(_ found: GetLocation.LocationResult, id: String) -> [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.write(found)
        return event("place", id: id, json.bytes)
    }

    /// The device has no place, or this viewer may not see it.
    static func gone(_ device: DeviceID, id: String) -> [UInt8] {
        var json = JSONObject()
        json.set("Device", device.text)
        return event("gone", id: id, json.bytes)
    }

    /// Missed changes cannot be sent one by one. All current places follow.
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
    /// The client reconnects to another server, or later to this one.
    case closing
    /// The session has ended, or the reading device's key has changed; a reconnection gets the exact error.
    case refused
    case done
    /// The viewer's rights cannot be checked.
    case unavailable

    init(_ error: EdgeError) { self = error.status.code < 500 ? .refused : .unavailable }

    /// Nil while they may watch. Checks in a separate task, because the stream's own task would keep the memory of the
    /// check for its whole life.
    static func unless(
        _ isStillCalling: @escaping @Sendable () async throws(EdgeError) -> Void
    ) async -> LiveEnd? {
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
    /// Events that `write` sends until the client hangs up. Holds `place` as long, and asks proxies not to buffer.
    init(
        eventsIn place: LongAnswerLimiter.Place, _ write: @escaping @Sendable (BodyStream.Send) async throws -> Void
    ) {
        self.init(.ok)
        contentType = HTTPField(name: .contentType, value: "text/event-stream; charset=utf-8")
        stream = BodyStream(endsWithClient: true) { send in
            defer { withExtendedLifetime(place) {} }
            try await write(send)
        }
        fields = [.unbuffered]
    }
}

extension HTTPField {
    /// Supported by nginx, and by others that follow it.
    fileprivate static let unbuffered = HTTPField(
        name: HTTPField.Name("X-Accel-Buffering") ?? .cacheControl, value: "no")
}
