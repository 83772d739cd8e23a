// The forms of the API's answers.

import HTTPInterface
import HTTPTypes

extension Answer {
    typealias Status = HTTPResponse.Status

    /// An object in the envelope that one of the apps takes every answer out of.
    ///
    /// - Parameters:
    ///   - message: For people; nil for none.
    ///   - more: Sets what stands beside `data`.
    static func enveloped(
        _ data: JSONObject, status: Status = .ok, message: String? = nil,
        and more: (inout JSONObject) -> Void = { _ in }
    ) -> Answer {
        var json = JSONObject()
        json.set("success", true)
        json.set("message", message)
        more(&json)
        json.set("data", data)
        return Answer(status, json: json.bytes)
    }

    /// A list in the same envelope.
    ///
    /// - Parameter more: Sets what stands behind `data`.
    static func enveloped(_ data: [JSONObject], and more: (inout JSONObject) -> Void = { _ in }) -> Answer {
        var json = JSONObject()
        json.set("success", true)
        json.set("data", data)
        more(&json)
        return Answer(json: json.bytes)
    }

    /// That something was done. `data` is an object without members: whatever type an app expects there, it can read it.
    static func done(_ message: String, and more: (inout JSONObject) -> Void = { _ in }) -> Answer {
        enveloped(JSONObject(), message: message, and: more)
    }

    /// An object without an envelope.
    static func flat(_ object: JSONObject) -> Answer { Answer(json: object.bytes) }

    /// A list without an envelope.
    static func flat(_ objects: [JSONObject]) -> Answer {
        var json = JSONWriter()
        json.write("[")
        for (position, object) in objects.enumerated() {
            if position > 0 { json.write(",") }
            json.write(json: object.bytes)
        }
        json.write("]")
        return Answer(json: json.bytes)
    }
}
