extension CodingKey {
    /// Whether keys of this type read "7" as an integer, and also "007" and "+7". Such keys are written as text,
    /// because different keys may have the same integer.
    static var readsIntegersFromText: Bool { Self(stringValue: "+7")?.intValue == 7 }
}

protocol IntegerKeyedDictionary {}
extension Dictionary: IntegerKeyedDictionary where Key == Int {}

/// A collection whose order differs between runs. Its encoding must not depend on that order.
protocol UnorderedCollection {
    static var itemsPerMember: Int { get }
}
extension Set: UnorderedCollection {
    static var itemsPerMember: Int { 1 }
}
extension Dictionary: UnorderedCollection {
    /// A dictionary with keys that are neither text nor integers encodes itself as an array of keys and values.
    static var itemsPerMember: Int { 2 }
}
