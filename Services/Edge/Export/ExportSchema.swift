import BaliseJSON
import Models

/// JSON Schema, draft 2020-12.
enum ExportSchema {
    static func json(of subject: ExportSubject) -> [UInt8] {
        var json = JSONWriter()
        json.write(#"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"#)
        json.write(string: subject.title)
        json.write(#","type":"array","items":{"type":"object","additionalProperties":false,"properties":{"#)
        for (position, member) in subject.members.enumerated() {
            if position > 0 { json.write(",") }
            json.write(string: member.name)
            json.write(":")
            write(member.form, &json)
        }
        json.write("}}}\n")
        return json.bytes
    }

    private static func write(_ form: ExportedForm, _ json: inout JSONWriter) {
        switch form {
        case .text: json.write(#"{"type":"string"}"#)
        case .whole: json.write(#"{"type":"integer"}"#)
        case .real: json.write(#"{"type":"number"}"#)
        case .flag: json.write(#"{"type":"boolean"}"#)
        case .moment: json.write(#"{"type":"string","format":"date-time"}"#)
        // Any JSON, as the client sent it.
        case .json: json.write("{}")
        }
    }
}
