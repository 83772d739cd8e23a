extension KeyedDecodingContainer {
    /// Reads an audience in an answer. Nil for a form of a newer server: an old app can still read the rest.
    public func decodeIfPresent(
        _ type: AudienceExpression.Type, forKey key: Key
    ) throws -> AudienceExpression? { try? decode(type, forKey: key) }
}
