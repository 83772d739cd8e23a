// The names in a JSON object, to see that each stands once.

import Foundation
import Models

/// Finds the names of a JSON object's members.
///
/// RFC 7519, section 4, leaves open which of two members of one name counts; a reader that picks one can be made to
/// read something else than the next reader, so here neither counts.
enum JSONMemberNames {
    /// The names of the members of the outermost object; nil for what is no JSON object, or has a name twice.
    static func of(_ json: [UInt8]) -> Set<String>? {
        // Foundation would also read UTF-16, in which every name looks different; its letters have zeros among their
        // bytes.
        guard !json.contains(0), String(validating: json, as: UTF8.self) != nil,
            (try? JSONDecoder().decode(AnyJSONObject.self, from: Data(json))) != nil
        else { return nil }
        var names: Set<ExactText> = []
        var depth = 0
        var expectsName = false
        var index = 0
        // What follows is JSON, so only strings have to be told from what stands between them.
        while index < json.count {
            switch json[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                expectsName = depth == 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","): expectsName = depth == 1
            case UInt8(ascii: "\""):
                let end = endOfString(json, from: index)
                if depth == 1, expectsName {
                    guard let name = text(json[index...end]), names.insert(ExactText(name)).inserted else { return nil }
                    expectsName = false
                }
                index = end
            default: break
            }
            index += 1
        }
        return Set(names.map(\.text))
    }

    /// Where the string that begins at `start` has its closing quote.
    private static func endOfString(_ json: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < json.count - 1, json[index] != UInt8(ascii: "\"") {
            index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, json.count - 1)
    }

    /// The text of a string with its quotes; a name may be written with escapes.
    private static func text(_ string: ArraySlice<UInt8>) -> String? {
        try? JSONDecoder().decode(String.self, from: Data(string))
    }
}

/// Any JSON object, whatever is in it.
struct AnyJSONObject: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Name.self) }
}
