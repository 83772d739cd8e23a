import BaliseAPI
import BaliseJSON
import HTTPTypes
import MessageBus
import Models

/// Polls less and less often while nothing changes. The server keeps nothing about broken streams, because the event id
/// identifies the client's counts.
struct NotificationEvents: Sendable {
    /// The pauses between two questions, in seconds.
    private static let pauses = 1...8

    let live: LiveHub
    let ask: @Sendable () async throws(EdgeError) -> NotificationRecord
    /// Throws if the viewer may no longer watch; checked at each heartbeat.
    let isStillCalling: @Sendable () async throws(EdgeError) -> Void

    /// Writes until the notification is done or the client hangs up. `lastEventID` is nil for none.
    func write(_ first: NotificationRecord, after lastEventID: String?, to send: BodyStream.Send) async throws {
        try await send(EventStreamText.opening)
        var (record, shownID, pause, silence) = (first, lastEventID, NotificationEvents.pauses.lowerBound, 0)
        // The viewer is checked at the same rate whether counts change or not.
        var unjudged = 0
        while true {
            let body = PublishedNotification(record).json.bytes
            let id = NotificationEvents.eventID(of: body)
            if id != shownID {
                try await send(EventStreamText.counts(body, id: id))
                (shownID, pause, silence) = (id, NotificationEvents.pauses.lowerBound, 0)
            }
            if record.state == .done || record.state == .cancelled {
                return try await send(EventStreamText.end(.done))
            }
            for _ in 0..<pause {
                // In steps of a second, so that it does not delay the end of the server.
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

    /// The same counts have the same id at this edge; a client that continues at another edge gets them once more.
    static func eventID(of body: [UInt8]) -> String { "2." + privateHash(of: body) }
}
