import Foundation

/// Reads server-sent events (WHATWG HTML, section 9.2). When the connection breaks, it reconnects after the last event.
struct ReconnectingEvents {
    /// The longest wait before a reconnection, in seconds.
    private static let maximumWait = 30.0

    /// Opens the stream after an event; nil for the beginning.
    let open: @Sendable (_ lastEventID: String?) async throws(BaliseError) -> BaliseHTTPStream
    let pause: any BaliseSleeper
    private var parser = EventStreamParser()
    private var lastEventID: String?
    private var parts: AsyncThrowingStream<Data, any Error>.Iterator?
    private var hasConnected = false
    /// The connections in a row that brought nothing useful.
    private var failures = 0
    private var retry = 2.0

    init(
        open: @escaping @Sendable (_ lastEventID: String?) async throws(BaliseError) -> BaliseHTTPStream,
        pause: any BaliseSleeper
    ) {
        self.open = open
        self.pause = pause
    }

    /// Waits for the next events. The list may be empty.
    /// - Throws: A `BaliseError` if the first connection fails or the server refuses for good.
    mutating func next() async throws -> [EventStreamParser.Event] {
        while true {
            if parts == nil { try await connect() }
            do {
                if let part = try await parts?.next() { return try read(part) }
            } catch let error as BaliseError {
                throw error
            } catch {
                if error is CancellationError || error as? BaliseTransportError == .cancelled {
                    throw BaliseError.cancelled
                }
            }
            if Task.isCancelled { throw BaliseError.cancelled }
            parts = nil
            try await wait(for: nil)
        }
    }

    mutating func clearFailures() { failures = 0 }

    private mutating func connect() async throws {
        while true {
            do throws(BaliseError) {
                parts = try await open(lastEventID).parts.makeAsyncIterator()
                parser = EventStreamParser()
                hasConnected = true
                return
            } catch {
                guard hasConnected, error.isPassing else { throw error }
                try await wait(for: error)
            }
        }
    }

    /// Waits before the next connection: longer each time, and at least as long as the server asks for.
    private mutating func wait(for error: BaliseError?) async throws {
        var seconds = min(retry * Double(1 << min(failures, 10)), max(retry, ReconnectingEvents.maximumWait))
        if case .refused(let refusal) = error, let asked = refusal.retryAfter { seconds = max(seconds, Double(asked)) }
        failures += 1
        do { try await pause.sleep(seconds: seconds) } catch { throw BaliseError.cancelled }
    }

    private mutating func read(_ part: Data) throws -> [EventStreamParser.Event] {
        guard let events = parser.read(part) else { throw BaliseError.unreadable("this is no stream of events") }
        if let told = parser.retry { retry = Double(told) / 1000 }
        if let last = events.last(where: { !$0.lastEventID.isEmpty }) { lastEventID = last.lastEventID }
        return events
    }
}

extension BaliseError {
    /// Whether reconnecting may help.
    fileprivate var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .refused(let refusal): refusal.status == 429 || refusal.status >= 500
        default: false
        }
    }
}
