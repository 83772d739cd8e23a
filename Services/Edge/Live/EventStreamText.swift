// The text of Server-Sent Events.

import BaliseJSON
import HTTPTypes
import Models

/// Writes the events of streams (WHATWG HTML, section 9.2, "Server-sent events").
enum EventStreamText {
    /// After how many milliseconds a client connects again.
    static let retry = 2000

    /// What every stream begins with: when to connect again, and a comment, so that a client knows that it is connected
    /// before the first event.
    static let opening = Array("retry: \(retry)\n: balise\n\n".utf8)

    /// A comment that says that the connection is alive.
    static let heartbeat = Array(":\n\n".utf8)

    /// Where a device is.
    static func place(_ found: GetLocation.LocationResult, id: String) -> [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.write("{")
        json.write(found.location, of: found.device)
        json.write(#","Slogan":"#)
        json.write(string: found.slogan)
        json.write("}")
        return event("place", id: id, json.bytes)
    }

    /// That a device is not to be seen any more: it has no place, or it is not for this viewer to see.
    static func gone(_ device: DeviceID, id: String) -> [UInt8] {
        var json = JSONWriter(capacity: 64)
        json.write(#"{"Device":"#)
        json.write(string: device.text)
        json.write("}")
        return event("gone", id: id, json.bytes)
    }

    /// That the places that the client has are to be forgotten: what it missed cannot be told one by one. All places that
    /// there are follow.
    static let reset = event("reset", id: HeldPlaces.eventIDOfNothing, Array("{}".utf8))

    /// How a notification stands.
    static func counts(_ notification: [UInt8], id: String) -> [UInt8] { event("counts", id: id, notification) }

    /// That the stream ends here, and why.
    static func end(_ reason: LiveEnd) -> [UInt8] {
        var json = JSONWriter(capacity: 64)
        json.write(#"{"reason":"#)
        json.write(string: reason.rawValue)
        json.write("}")
        return event("end", id: nil, json.bytes)
    }

    /// - Parameter data: JSON, which holds no line break.
    private static func event(_ name: String, id: String?, _ data: [UInt8]) -> [UInt8] {
        var text = Array("event: \(name)\n".utf8)
        if let id { text.append(contentsOf: "id: \(id)\n".utf8) }
        text.append(contentsOf: "data: ".utf8)
        text.append(contentsOf: data)
        text.append(contentsOf: "\n\n".utf8)
        return text
    }
}

/// Why a stream ends, beside that its client hangs up.
enum LiveEnd: String, Sendable {
    /// The server ends; another one, or this one when it is back, goes on.
    case closing
    /// The session has ended, or the key of the device that looks is another one; whoever connects again is told more.
    case refused
    /// Nothing is to come any more.
    case done
    /// It cannot be found out whether the viewer may go on looking.
    case unavailable

    /// Whoever looks was refused, or could not be judged.
    init(_ error: EdgeError) { self = error.status.code < 500 ? .refused : .unavailable }

    /// Why whoever looks may do so no more; nil while they may. It is asked in a task of its own: that of a stream would keep
    /// the memory of the question for as long as it lives.
    ///
    /// - Parameter isStillCalling: throws when they may not.
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
    /// A stream of events; proxies are asked to pass each on at once.
    init(events: BodyStream) {
        self.init(.ok)
        contentType = HTTPField(name: .contentType, value: "text/event-stream; charset=utf-8")
        stream = events
        fields = [.unbuffered]
    }
}

extension HTTPField {
    /// Understood by nginx, and by others that follow it.
    fileprivate static let unbuffered = HTTPField(
        name: HTTPField.Name("X-Accel-Buffering") ?? .cacheControl, value: "no")
}
