/// The id of a publisher, under which its announcements and its idempotency keys are stored. It is no secret and gives
/// no access.
///
/// It is the id of an API key, or a name that an operator gives several keys of one publisher.
public struct PublisherID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }

    /// The publisher of announcements by operators. No API key has this id.
    public static let ofOperators = PublisherID("operator")

    public var isOfOperators: Bool { self == PublisherID.ofOperators }

    /// The publisher of an API key without a publisher.
    public init(_ key: APIKeyID) { text = key.text }
}
