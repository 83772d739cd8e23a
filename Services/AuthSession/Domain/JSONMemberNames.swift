import Foundation
import Models

/// RFC 7519, section 4, leaves open which of two equal names applies. An attacker could make two readers see different values,
/// so here neither is accepted.
enum JSONMemberNames {
    /// The outermost names; nil unless the text is a JSON object with unique names.
    static func of(_ json: [UInt8]) -> Set<String>? {
        // Foundation would also read UTF-16, in which every name looks different; its letters contain zero bytes.
        guard !json.contains(0), String(validating: json, as: UTF8.self) != nil,
            (try? JSONDecoder().decode(AnyJSONObject.self, from: Data(json))) != nil
        else { return nil }
        var names: Set<ExactText> = []
        var depth = 0
        var expectsName = false
        var index = 0
        // The text is valid JSON here, so the loop only has to find the strings.
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

    private static func endOfString(_ json: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < json.count - 1, json[index] != UInt8(ascii: "\"") {
            index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, json.count - 1)
    }

    private static func text(_ string: ArraySlice<UInt8>) -> String? {
        try? JSONDecoder().decode(String.self, from: Data(string))
    }
}

struct AnyJSONObject: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Name.self) }
}
