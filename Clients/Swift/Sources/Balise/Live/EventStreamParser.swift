/// Reads a stream of Server-Sent Events in pieces of any size (WHATWG HTML, section 9.2.6).
struct EventStreamParser: Sendable {
    struct Event: Hashable, Sendable {
        /// `message` if the stream names none.
        var name: String
        var data: String
        /// The id of the latest event that had one, this one or an earlier one.
        var lastEventID: String
    }

    /// In bytes. Balise sends no longer line, so the stream is given up.
    static let maximumLine = 1 << 20

    /// The reconnection time that the stream asked for, in milliseconds.
    private(set) var retry: Int?
    private(set) var lastEventID = ""
    private var line: [UInt8] = []
    private var endedWithCarriageReturn = false
    private var isFirstLine = true
    private var name = ""
    private var data: [String] = []
    private var id: String?

    /// The events that a piece completes; nil if the stream is invalid.
    mutating func read(_ bytes: some Sequence<UInt8>) -> [Event]? {
        var events: [Event] = []
        for byte in bytes {
            let follows = endedWithCarriageReturn
            endedWithCarriageReturn = byte == UInt8(ascii: "\r")
            switch byte {
            case UInt8(ascii: "\n") where follows: continue
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = endLine() { events.append(event) }
            default:
                guard line.count < EventStreamParser.maximumLine else { return nil }
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
        case "data": data.append(String(value))
        case "id" where !value.contains("\0"): id = String(value)
        case "retry" where !value.isEmpty && value.utf8.allSatisfy({ (0x30...0x39).contains($0) }): retry = Int(value)
        // A comment, which begins with a colon, or a field of a later version.
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> Event? {
        defer { (name, data, id) = ("", [], nil) }
        lastEventID = id ?? lastEventID
        guard !data.isEmpty else { return nil }
        return Event(
            name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"), lastEventID: lastEventID)
    }
}
