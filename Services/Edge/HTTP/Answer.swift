import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models
import NIOCore
import Synchronization

struct Answer: Sendable {
    var status: HTTPResponse.Status
    var contentType: HTTPField?
    var body: ByteBuffer?
    var stream: BodyStream?
    /// The WebSocket that takes over the connection after the head; nil for an ordinary answer.
    var socket: LocationSocket?
    var fields: [HTTPField] = []

    init(_ status: HTTPResponse.Status) { self.status = status }

    init(_ status: HTTPResponse.Status = .ok, _ contentType: HTTPField, _ body: ByteBuffer) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    init(_ status: HTTPResponse.Status = .ok, json: [UInt8]) { self.init(status, .json, ByteBuffer(bytes: json)) }

    func with(_ more: HTTPField...) -> Answer { with(more) }

    func with(_ more: [HTTPField]) -> Answer {
        var answer = self
        answer.fields += more
        return answer
    }

    typealias Status = HTTPResponse.Status

    static func body(_ body: some JSONWritable, status: Status = .ok) -> Answer {
        Answer(status, json: body.json.bytes)
    }

    static func enveloped(_ content: some JSONConvertible, status: Status = .ok) -> Answer {
        .body(ResponseEnvelope(content), status: status)
    }

    static func done(_ message: String) -> Answer { .body(DoneResponse(message: message)) }

    static func list(_ bodies: [some JSONWritable]) -> Answer {
        var json = JSONWriter()
        json.write("[")
        for (position, body) in bodies.enumerated() {
            if position > 0 { json.write(",") }
            json.write(json: body.json.bytes)
        }
        json.write("]")
        return Answer(json: json.bytes)
    }

    /// - Parameter title: The key under which an app finds its own text for the error.
    init(_ error: EdgeError, title: String) {
        let body = BaliseErrorResponse(
            code: error.code.rawValue, message: error.textForPeople, title: title,
            wrongMembers: error.shownWrongMembers,
            requestId: error.requestID, ticket: error.ticket)
        self.init(error.status, json: body.json.bytes)
        fields.append(.noStore)
        if error.status == .unauthorized { fields.append(error.bearerChallenge) }
    }

    /// Returns the answer with a weak ETag of its body, or 304 if the client has that body.
    func tagged(for request: EdgeRequest) -> Answer {
        guard status == .ok, let body else { return self }
        return tagged(weakTag(body.readableBytes, privateHash(of: body.readableBytesView)), for: request)
    }

    func tagged(_ tag: String, for request: EdgeRequest) -> Answer {
        var answer = self
        if let known = request.headers.ifNoneMatch, matches(known, tag) {
            answer = Answer(.notModified)
            answer.fields = fields
        }
        answer.fields.append(HTTPField(name: .eTag, value: tag))
        return answer
    }
}

extension HTTPField {
    static let json = HTTPField(name: .contentType, value: "application/json; charset=utf-8")
    static let plainText = HTTPField(name: .contentType, value: "text/plain; charset=utf-8")
    static let html = HTTPField(name: .contentType, value: "text/html; charset=utf-8")
    static let problem = HTTPField(name: .contentType, value: "application/problem+json")
    /// The field that forbids browsers to guess another type, such as a page.
    static let noSniff = HTTPField(name: .xContentTypeOptions, value: "nosniff")

    static let noStore = HTTPField(name: .cacheControl, value: "no-store")
}

extension HTTPField.Name {
    // The names are valid constants, so the fallbacks are never used.
    static let requestID = HTTPField.Name("X-Request-Id") ?? .date
    static let nextPage = HTTPField.Name("Link") ?? .location
    static let rateLimitLimit = HTTPField.Name("X-RateLimit-Limit") ?? .retryAfter
    static let rateLimitRemaining = HTTPField.Name("X-RateLimit-Remaining") ?? .retryAfter
    static let rateLimitReset = HTTPField.Name("X-RateLimit-Reset") ?? .retryAfter
    static let fallbackCookies = HTTPField.Name("X-Fallback-Cookies") ?? .retryAfter
}

final class DateField: Sendable {
    private let clock: any WallClock
    private let cached: Mutex<(second: Int64, field: HTTPField)>

    init(clock: any WallClock) {
        self.clock = clock
        cached = Mutex((0, DateField.make(second: 0)))
    }

    var current: HTTPField {
        let second = clock.now().rawValue / 1000
        return cached.withLock { cached in
            if cached.second != second { cached = (second, DateField.make(second: second)) }
            return cached.field
        }
    }

    /// The date of RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`. `second` is since 1970, not negative.
    static func make(second: Int64) -> HTTPField {
        let (day, time) = (second / 86_400, second % 86_400)
        let date = CivilDate(daysSince1970: day)
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let text =
            "\(weekdays[Int(day % 7)]), \(two(date.day)) \(months[Int(date.month) - 1]) \(date.year) "
            + "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60)) GMT"
        return HTTPField(name: .date, value: text)
    }
}

extension UnixTime {
    init?(written text: String) {
        guard let milliseconds = RFC3339.milliseconds(of: text) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

/// Returns an ETag that is the same in every process: the length and a 64-bit FNV-1a hash.
func entityTag(of body: ByteBuffer) -> String {
    let hash = body.readableBytesView.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return weakTag(body.readableBytes, String(hash, radix: 16))
}

private func weakTag(_ length: Int, _ hash: String) -> String { #"W/"\#(String(length, radix: 16))-\#(hash)""# }

/// Whether the list contains the tag. Weak and strong forms are equal, and `*` matches (RFC 9110, section 13.1.2).
private func matches(_ list: String, _ tag: String) -> Bool {
    let opaque = tag.dropFirst(2)
    return list.split(separator: ",").contains { entry in
        let known = entry.drop { $0 == " " }
        let bare = known.hasPrefix("W/") ? known.dropFirst(2) : known
        var end = bare
        while end.last == " " { end = end.dropLast() }
        return end == opaque || end == "*"
    }
}

/// Returns a hash by a key of this process. So a reader of a proxy's log cannot guess the input.
func privateHash(of bytes: some Sequence<UInt8>) -> String {
    var hasher = Hasher()
    // Swift seeds the hasher at random when the process starts.
    if bytes.withContiguousStorageIfAvailable({ hasher.combine(bytes: UnsafeRawBufferPointer($0)) }) == nil {
        for byte in bytes { hasher.combine(byte) }
    }
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
}
