import Foundation
import Models

/// A JWT in compact form (RFC 7515, section 7.1), parsed strictly. Nothing about it is verified yet.
struct SignedToken: Sendable {
    let header: Header
    let claims: Data
    let signature: Data
    /// The signed bytes: the first two parts and the dot between them.
    let signedPart: Data

    struct Header: Sendable {
        let algorithm: String
        let keyID: String?
        let type: String?
        let names: Set<String>
    }

    /// Parses a token; nil beyond `maximumLength` bytes or without three base64url parts, two of them JSON objects.
    init?(_ text: SecretText, maximumLength: Int) {
        let bytes = Array(text.value.utf8)
        guard bytes.count <= maximumLength else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = base64URLDecoded(parts[0]), let claims = base64URLDecoded(parts[1]),
            let signature = base64URLDecoded(parts[2]), let names = JSONMemberNames.of(header),
            JSONMemberNames.of(claims) != nil,
            let fields = try? JSONDecoder().decode(HeaderFields.self, from: Data(header))
        else { return nil }
        self.header = Header(algorithm: fields.alg, keyID: fields.kid, type: fields.typ, names: names)
        self.claims = Data(claims)
        self.signature = Data(signature)
        signedPart = Data(bytes[..<parts[1].endIndex])
    }

    /// The header's members that the checks use. Of all other members they need only the names.
    private struct HeaderFields: Decodable {
        let alg: String
        let kid: String?
        let typ: String?
    }
}

/// The names in a JSON object. RFC 7519, section 4, leaves open which of two equal names applies. An attacker could use
/// this to show two readers different values, so a token with equal names is refused.
enum JSONMemberNames {
    /// Returns the outermost names; nil unless the text is a JSON object with unique names.
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
                    guard let name = try? JSONDecoder().decode(String.self, from: Data(json[index...end])),
                        names.insert(ExactText(name)).inserted
                    else { return nil }
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
