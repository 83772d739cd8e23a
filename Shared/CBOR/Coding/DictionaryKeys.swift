// Telling dictionaries from other types that encode themselves into maps.

/// What there is to know about the coding key that the standard library makes for dictionaries.
///
/// That key has an integer whenever its text reads as one: "7", but also "007" and "+7", all of them 7. Writing a
/// dictionary by those integers would lose entries, so the coder has to know which key it deals with. The type is not
/// public; a dictionary that encodes itself shows it.
enum DictionaryKeys {
    static let type: ObjectIdentifier? = {
        let probe = Probe()
        try? [String: Bool]().encode(to: probe)
        return probe.keyType
    }()

    private final class Probe: Encoder {
        var keyType: ObjectIdentifier?
        let codingPath: [any CodingKey] = []
        let userInfo: [CodingUserInfoKey: Any] = [:]

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            keyType = ObjectIdentifier(type)
            return KeyedEncodingContainer(KeyedWriting(writer: ValueWriter(), container: .none, keys: .asCoded))
        }
        func unkeyedContainer() -> any UnkeyedEncodingContainer { ValueWriter().unkeyedContainer() }
        func singleValueContainer() -> any SingleValueEncodingContainer { ValueWriter().singleValueContainer() }
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
