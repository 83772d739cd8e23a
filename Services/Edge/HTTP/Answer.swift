import BaliseAPI
import BaliseJSON
import HTTPTypes
import Models
import NIOCore

struct Answer: Sendable {
    var status: HTTPResponse.Status
    var contentType: HTTPField?
    var body: ByteBuffer?
    var stream: BodyStream?
    var fields: [HTTPField] = []

    init(_ status: HTTPResponse.Status) { self.status = status }

    init(_ status: HTTPResponse.Status = .ok, _ contentType: HTTPField, _ body: ByteBuffer) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    init(_ status: HTTPResponse.Status = .ok, json: [UInt8]) {
        self.init(status, .json, ByteBuffer(bytes: json))
    }

    /// With further header fields.
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
            field: error.field, ticket: error.ticket)
        self.init(error.status, json: body.json.bytes)
        fields.append(.noStore)
        if error.status == .unauthorized { fields.append(error.bearerChallenge) }
    }
}

extension HTTPField {
    static let json = HTTPField(name: .contentType, value: "application/json; charset=utf-8")
    static let plainText = HTTPField(name: .contentType, value: "text/plain; charset=utf-8")

    static let noStore = HTTPField(name: .cacheControl, value: "no-store")
}
