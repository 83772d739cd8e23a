import Foundation

/// Reads server-sent events (WHATWG HTML, section 9.2). After a break it reconnects with the id of the last event.
struct ReconnectingEvents {
    /// The longest wait before a reconnection, in seconds.
    private static let maximumWait = 30.0

    private let source: EventSource
    private let reader: EventSource.Reader
    private var parser = EventStreamParser()
    private var lastEventID: String?
    private var parts: AsyncThrowingStream<Data, any Error>.Iterator?
    private var hasConnected = false
    /// The number of waits since the last call of `clearFailures`. Each makes the next wait longer.
    private var failures = 0
    private var retry = 2.0

    init(_ source: EventSource) { (self.source, reader) = (source, EventSource.Reader(of: source.connection)) }

    /// Waits for the next events. The list may be empty.
    /// - Throws: A `BaliseError` if the first connection fails or the server refuses for good; `CancellationError` when
    ///   the task is cancelled.
    mutating func next() async throws -> [EventStreamParser.Event] {
        do throws(BaliseError) { return try await nextEvents() } catch {
            parts = nil
            reader.move(to: .ended)
            throw error.thrown
        }
    }

    private mutating func nextEvents() async throws(BaliseError) -> [EventStreamParser.Event] {
        while true {
            if parts == nil { try await connect() }
            do {
                if let part = try await parts?.next() { return try read(part) }
            } catch {
                if let error = error as? BaliseError { throw error }
                // After any other error the connection is broken, and the loop reconnects.
                if BaliseTransportError(error) == .cancelled { throw .cancelled }
            }
            if Task.isCancelled { throw .cancelled }
            parts = nil
            try await wait(for: nil)
        }
    }

    mutating func clearFailures() { failures = 0 }

    private mutating func connect() async throws(BaliseError) {
        while true {
            reader.move(to: .connecting)
            do throws(BaliseError) {
                parts = try await source.open(lastEventID).parts.makeAsyncIterator()
                reader.move(to: .open)
                parser = EventStreamParser()
                hasConnected = true
                return
            } catch {
                guard hasConnected, error.isPassing else { throw error }
                try await wait(for: error)
            }
        }
    }

    /// Waits before the next connection: longer after each failure, and at least as long as the server asks for.
    private mutating func wait(for error: BaliseError?) async throws(BaliseError) {
        var seconds = min(retry * Double(1 << min(failures, 10)), max(retry, ReconnectingEvents.maximumWait))
        if case .refused(let refusal) = error, let asked = refusal.retryAfter { seconds = max(seconds, Double(asked)) }
        failures += 1
        reader.move(to: .waiting(until: source.time.now.addingTimeInterval(seconds)))
        do { try await source.pause.sleep(seconds: seconds) } catch { throw .cancelled }
    }

    private mutating func read(_ part: Data) throws(BaliseError) -> [EventStreamParser.Event] {
        guard let events = parser.read(part) else { throw .unreadable("this is no stream of events") }
        if let told = parser.retry { retry = Double(told) / 1000 }
        if let last = events.last(where: { !$0.lastEventID.isEmpty }) { lastEventID = last.lastEventID }
        return events
    }
}

extension BaliseError {
    /// Whether connecting again may help, as after a lost connection, a 429 or a 5xx.
    fileprivate var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut: true
        case .refused(let refusal): refusal.status == 429 || refusal.status >= 500
        default: false
        }
    }
}

/// Reads a stream of Server-Sent Events in pieces of any size (WHATWG HTML, section 9.2.6).
struct EventStreamParser: Sendable {
    struct Event: Hashable, Sendable {
        /// The name of the event; `message` if the stream names none.
        var name: String
        var data: String
        /// The id of the latest event with an id: this event or an earlier one.
        var lastEventID: String
    }

    /// The largest size of a line with the event's data before it, in bytes. Balise sends less.
    static let maximumSize = 1 << 20

    /// The reconnection time that the stream asked for, in milliseconds.
    private(set) var retry: Int?
    private(set) var lastEventID = ""
    private var line: [UInt8] = []
    private var endedWithCarriageReturn = false
    private var isFirstLine = true
    private var name = ""
    /// The data so far, each line with its end.
    private var data = ""
    private var id: String?

    /// Reads a piece of the stream. Returns the events that it completes; nil for an event or line above `maximumSize`.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [Event]? {
        var events: [Event] = []
        for byte in bytes {
            let follows = endedWithCarriageReturn
            endedWithCarriageReturn = byte == UInt8(ascii: "\r")
            switch byte {
            case UInt8(ascii: "\n") where follows: continue
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): if let event = endLine() { events.append(event) }
            default:
                guard line.count + data.utf8.count < EventStreamParser.maximumSize else { return nil }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        var text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if isFirstLine, text.hasPrefix("\u{FEFF}") { text.removeFirst() }
        isFirstLine = false
        guard !text.isEmpty else { return dispatch() }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : ""
        if value.hasPrefix(" ") { value.removeFirst() }
        switch parts[0] {
        case "event": name = String(value)
        case "data": data += "\(value)\n"
        case "id" where !value.contains("\0"): id = String(value)
        case "retry" where !value.isEmpty && value.utf8.allSatisfy({ (0x30...0x39).contains($0) }): retry = Int(value)
        // Ignores a comment, which begins with a colon, and a field that is unknown or has an unusable value.
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> Event? {
        defer { (name, data, id) = ("", "", nil) }
        lastEventID = id ?? lastEventID
        guard !data.isEmpty else { return nil }
        return Event(
            name: name.isEmpty ? "message" : name, data: String(data.dropLast()), lastEventID: lastEventID)
    }
}
