// The counts of one notification as Server-Sent Events.

import BaliseAPI
import BaliseJSON
import HTTPTypes
import MessageBus
import Models

/// Shows what becomes of a notification until it is done. It is asked about again and again, less and less often while
/// nothing changes; nothing is kept of streams that broke off, since the id of an event tells which counts the client
/// has.
struct NotificationEvents: Sendable {
    /// For how many seconds nothing is asked, at least and at most.
    private static let pauses = 1...8

    let live: LiveHub
    /// Asks for the notification as it is shown to whoever looks.
    let ask: @Sendable () async throws(EdgeError) -> NotificationRecord
    /// Throws when whoever looks may do so no more; asked with each heartbeat.
    let isStillCalling: @Sendable () async throws(EdgeError) -> Void

    /// Writes the counts and each later state of them, until the notification is done or the client hangs up.
    ///
    /// - Parameters:
    ///   - first: The notification as it is now.
    ///   - lastEventID: The id of the last event that the client has; nil for none.
    func write(_ first: NotificationRecord, after lastEventID: String?, to send: BodyStream.Send) async throws {
        try await send(EventStreamText.opening)
        var (record, shownID, pause, silence) = (first, lastEventID, NotificationEvents.pauses.lowerBound, 0)
        // Whoever looks is judged as often while counts change as while they do not.
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
                // A second at a time, so that a server that ends is not kept from it.
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

    /// The same counts have the same id at this edge; a client that goes on at another one is shown them once more.
    static func eventID(of body: [UInt8]) -> String { "2." + privateHash(of: body) }
}
