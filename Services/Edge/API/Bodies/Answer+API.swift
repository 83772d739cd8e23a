// The forms of the API's answers.

import BaliseAPI
import BaliseJSON
import HTTPTypes

extension Answer {
    typealias Status = HTTPResponse.Status

    /// A body as it is.
    static func body(_ body: some JSONWritable, status: Status = .ok) -> Answer {
        Answer(status, json: body.json.bytes)
    }

    /// A body in the envelope that one of the apps takes every answer out of.
    static func enveloped(_ content: some JSONConvertible, status: Status = .ok) -> Answer {
        .body(ResponseEnvelope(content), status: status)
    }

    /// That something was done.
    ///
    /// - Parameter message: For people.
    static func done(_ message: String) -> Answer { .body(DoneResponse(message: message)) }

    /// A list without an envelope.
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
}
