// Telling dictionaries and sets from the other types that encode themselves into maps and arrays.

extension CodingKey {
    /// Whether such a key has an integer whenever its text reads as one, as the key that the standard library makes for
    /// dictionaries: "7", but also "007" and "+7", all of them 7. Only their texts tell such keys apart.
    static var readsIntegersFromText: Bool { Self(stringValue: "+7")?.intValue == 7 }
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
