// Telling dictionaries and sets from the other types that encode themselves into maps and arrays.

/// What there is to know about the coding key that the standard library makes for dictionaries.
///
/// That key has an integer whenever its text reads as one: "7", but also "007" and "+7", all of them 7. Writing a
/// dictionary by those integers would lose entries, so the coder has to know which key it deals with. The type is not
/// public; a dictionary that decodes itself shows it.
enum DictionaryKeys {
    static let type: ObjectIdentifier? = {
        let probe = Probe()
        _ = try? [String: Bool](from: probe)
        return probe.keyType
    }()

    private struct KeyTypeIsKnown: Error {}

    private final class Probe: Decoder {
        var keyType: ObjectIdentifier?
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            keyType = ObjectIdentifier(type)
            throw KeyTypeIsKnown()
        }
        func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw KeyTypeIsKnown() }
        func singleValueContainer() throws -> any SingleValueDecodingContainer { throw KeyTypeIsKnown() }
    }
}

/// A dictionary whose entries stand under integers.
protocol IntegerKeyedDictionary {}
extension Dictionary: IntegerKeyedDictionary where Key == Int {}

/// A collection whose order differs from run to run, which its encoding must not show.
protocol UnorderedCollection {
    /// How many items in a row belong together.
    static var itemsPerMember: Int { get }
}
extension Set: UnorderedCollection {
    static var itemsPerMember: Int { 1 }
}
extension Dictionary: UnorderedCollection {
    /// A dictionary whose keys are not text and not integers encodes itself as an array of keys and values.
    static var itemsPerMember: Int { 2 }
}
