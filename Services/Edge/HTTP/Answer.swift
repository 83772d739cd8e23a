import HTTPTypes
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
}

extension HTTPField {
    static let json = HTTPField(name: .contentType, value: "application/json; charset=utf-8")
    static let plainText = HTTPField(name: .contentType, value: "text/plain; charset=utf-8")
}
