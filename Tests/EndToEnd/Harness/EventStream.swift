final class EventStream: Sendable {
    struct Event: Hashable {
        var name = "message"
        var id: String?
        var data = ""

        var device: String? { (try? JSON(reading: Array(data.utf8)))?["Device"]?.text }
        var timestamp: String? { (try? JSON(reading: Array(data.utf8)))?["Timestamp"]?.text }
    }

    private let connection: RawConnection

    private init(_ connection: RawConnection) { self.connection = connection }

    static func open(
        _ balise: RunningBalise, _ path: String, token: String? = nil, cookie: String? = nil,
        after lastEventID: String? = nil
    ) async throws -> EventStream {
        let connection = try await RawConnection.open(balise)
        var head = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if let cookie { head += "Cookie: \(cookie)\r\n" }
        if let lastEventID { head += "Last-Event-ID: \(lastEventID)\r\n" }
        try await connection.send(head + "\r\n")
        try await connection.receive("the head of the answer") { $0.contains("\r\n\r\n") }
        return EventStream(connection)
    }

    static func open(
        _ balise: RunningBalise, of devices: [String], by reader: String?, key: String? = nil,
        after lastEventID: String? = nil
    ) async throws -> EventStream {
        var path = "/v1/stream?devices=" + devices.map(\.percentEncoded).joined(separator: ",")
        if let reader { path += "&RequestMiataruDeviceID=" + reader.percentEncoded }
        return try await open(balise, path, token: key?.percentEncoded, after: lastEventID)
    }

    func close() async { await connection.close() }

    var status: Int { Int(connection.received.split(separator: " ").dropFirst().first ?? "") ?? 0 }
    var head: String { connection.received.components(separatedBy: "\r\n\r\n")[0].lowercased() }

    var events: [Event] {
        var events: [Event] = []
        for block in text.components(separatedBy: "\n\n").dropLast() {
            var event = Event()
            for line in block.split(separator: "\n") {
                let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = String(parts.count > 1 ? parts[1].drop { $0 == " " } : "")
                switch parts[0] {
                case "event": event.name = value
                case "id": event.id = value
                case "data": event.data += value
                default: break
                }
            }
            if !event.data.isEmpty { events.append(event) }
        }
        return events
    }

    @discardableResult
    func events(_ count: Int) async throws -> [Event] {
        try await eventually("\(count) events; there are \(events)") { self.events.count >= count }
        return events
    }

    func event(after count: Int = 0, _ what: String, _ condition: (Event) -> Bool) async throws -> Event {
        var found: Event?
        try await eventually("\(what); there are \(events)") {
            found = self.events.dropFirst(count).first(where: condition)
            return found != nil
        }
        return try #require(found)
    }

    private var text: String {
        let bytes = Array(connection.received.utf8)
        guard let start = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return "" }
        var (rest, text) = (bytes[start...], [UInt8]())
        while let line = rest.firstRange(of: Array("\r\n".utf8)),
            let length = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16), length > 0,
            rest.endIndex >= line.upperBound + length + 2
        {
            text += rest[line.upperBound..<line.upperBound + length]
            rest = rest[(line.upperBound + length + 2)...]
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension String {
    fileprivate var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
}
