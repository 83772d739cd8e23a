import BaliseJSON
import Models

func getLocationHistory(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let reader = try Reader(config: call.body)
    guard let wanted = call.body?.given("MiataruGetLocationHistory") else {
        throw .invalid("MiataruGetLocationHistory is missing")
    }
    let question = try HistoryQuestion(wanted)
    let reply = try await call.send(
        GetLocationHistory(reader: reader, device: question.device, amount: question.amount))
    return Answer(history: reply.locations, available: reply.available, maximum: reply.maximum, of: question.device)
}

extension Answer {
    /// Answers a history, the newest point first. `available` is the number of points that the reader may see,
    /// `maximum` the largest size of a history.
    init(history locations: [Location], available: Int, maximum: Int, of device: DeviceID) {
        var json = JSONWriter(capacity: 128 + 224 * locations.count)
        json.write(#"{"MiataruServerConfig":{"MaximumNumberOfLocationUpdates":"#)
        json.write(maximum)
        json.write(#","AvailableDeviceLocationUpdates":"#)
        json.write(available)
        json.write(#"},"MiataruLocation":["#)
        for (position, location) in locations.enumerated() {
            json.write(position > 0 ? ",{" : "{")
            json.write(location, of: device)
            json.write("}")
        }
        json.write("]}")
        self.init(json: json.bytes)
    }
}

func getVisitorHistory(_ call: MiataruCall) async throws(EdgeError) -> Answer {
    let question = try call.wrapped(in: "MiataruGetVisitorHistory")
    let device = try question.device("Device")
    let key = try question.optionalKey("DeviceKey")
    let amount = try question.amount("Amount")
    guard amount != 0 else { throw .invalid("Amount must not be 0") }
    let reply = try await call.send(GetVisitorHistory(device: device, key: key, amount: amount))
    let visits = reply.shownVisits(atMost: amount)
    var json = JSONWriter(capacity: 128 + 80 * visits.count)
    json.write(#"{"MiataruServerConfig":{"MaximumNumberOfVisitorHistory":"#)
    json.write(max(reply.maximum, visits.count))
    json.write(#","AvailableVisitorHistory":"#)
    json.write(visits.count)
    json.write(#"},"MiataruVisitors":["#)
    for (position, visit) in visits.enumerated() {
        json.write(position > 0 ? #",{"DeviceID":"# : #"{"DeviceID":"#)
        json.write(string: visit.visitor)
        json.write(#","TimeStamp":"#)
        json.write(visit.time.rawValue)
        json.write("}")
    }
    json.write("]}")
    return Answer(json: json.bytes)
}

extension GetVisitorHistory.Reply {
    /// Returns the visits, with the views of share links as `link:` and their names, the looks of members of circles as
    /// `circle:`, and the forwarders that sent places as `forward:`: no device id contains a colon. Anyone can invent
    /// devices, so these take at most half of the entries if there are too many.
    fileprivate func shownVisits(atMost amount: Int) -> [(visitor: String, time: UnixTime)] {
        let devices = visits.map { (visitor: $0.visitor.text, time: $0.time) }
        let links = (links ?? []).map { (visitor: "link:\($0.name)", time: $0.time) }
        let members = (members ?? []).map { (visitor: "circle:\($0.name.value)", time: $0.time) }
        let sent = (forwarders ?? []).map { (visitor: "forward:\($0.name)", time: $0.time) }
        guard !links.isEmpty || !members.isEmpty || !sent.isEmpty else { return devices }
        let amount = max(0, amount)
        let others = (links + members + sent).sorted { $0.time > $1.time }
        let ofDevices = min(devices.count, max(amount / 2, amount - others.count))
        return (devices.prefix(ofDevices) + others.prefix(amount - ofDevices)).sorted { $0.time > $1.time }
    }
}

/// The question for a history. Clients write it as an object with names in any case, as the text
/// `Device=<id>&Amount=<n>`, or as a text that contains JSON; or as arrays of such objects, or of pairs.
struct HistoryQuestion {
    let device: DeviceID
    let amount: Int

    init(_ value: JSONValue) throws(EdgeError) {
        var parts = Parts()
        try parts.read(value)
        guard let deviceValue = parts.device, let text = deviceValue.string, !text.isEmpty else {
            throw .invalid("Device must be a string that is not empty")
        }
        guard let amountValue = parts.amount else { throw .invalid("Amount is missing") }
        device = try DeviceID(text, named: "Device")
        amount = try amountValue.wholeNumber("Amount")
        guard amount >= 1 else { throw .invalid("Amount must be at least 1") }
    }

    private struct Parts {
        var device: JSONValue?
        var amount: JSONValue?

        mutating func read(_ value: JSONValue) throws(EdgeError) {
            switch value.kind {
            case .object: try readObject(value)
            case .array: try readArray(value)
            case .string: try readText(value.string ?? "")
            case .null, .bool, .number: throw .invalid("MiataruGetLocationHistory must be an object")
            }
        }

        private mutating func readObject(_ object: JSONValue) throws(EdgeError) {
            // The last of repeated members applies, so each name is read once, even if its last value is invalid.
            var seen: [String] = []
            for member in object.members.map(Array.init) ?? [] where !seen.contains(member.name) {
                seen.append(member.name)
                guard seen.count <= 2 else { throw .invalid("only Device and Amount may be given, and once each") }
            }
            for name in seen {
                if let value = object.lastMember(name) { try set(name, value) }
            }
        }

        private mutating func readArray(_ array: JSONValue) throws(EdgeError) {
            for element in array.elements.map(Array.init) ?? [] {
                if element.kind == .object {
                    try readObject(element)
                } else if let pair = element.elements.map(Array.init), pair.count == 2, let name = pair[0].string {
                    try set(name, pair[1])
                } else {
                    throw .invalid("an array must hold objects, or pairs of name and value")
                }
            }
        }

        private mutating func readText(_ text: String) throws(EdgeError) {
            let begin = text.utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            if begin == UInt8(ascii: "{") || begin == UInt8(ascii: "[") { return try read(try parse(Array(text.utf8))) }
            guard !text.utf8.contains(where: { ";,:".utf8.contains($0) }) else {
                throw .invalid("a text must have the form Device=<id>&Amount=<number>")
            }
            for pair in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
                let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
                var json = JSONWriter()
                json.write("[")
                json.write(string: sign < pair.endIndex ? String(lenientlyFormEncoded: pair[(sign + 1)...]) : "")
                json.write("]")
                guard var elements = try parse(json.bytes).elements, let value = elements.next() else { continue }
                try set(String(lenientlyFormEncoded: pair[..<sign]), value)
            }
        }

        private mutating func set(_ name: String, _ value: JSONValue) throws(EdgeError) {
            switch name.lowercased() {
            case "device" where device == nil: device = value
            case "amount" where amount == nil: amount = value
            default: throw .invalid("only Device and Amount may be given, and once each")
            }
        }
    }
}

extension JSONValue {
    fileprivate func lastMember(_ name: String) -> JSONValue? {
        guard let members else { return nil }
        var found: JSONValue?
        for member in members where member.name.isExactly(name) { found = member.value }
        return found
    }
}
