// The id of a publisher.

/// The id of a publisher, under which its announcements and its idempotency keys are stored. It is no secret and gives
/// no access.
///
/// It is the id of an API key, or a name that an operator gives several keys of one publisher: 1 to 36 characters out
/// of `A-Z a-z 0-9 . _ -`, the first of them no dot.
public struct PublisherID: OpaqueID {
    public let text: String

    /// Nil when `text` is empty, longer than 36 characters, or holds another character.
    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }

    /// Under which name stands what operators announce. No API key has it.
    public static let ofOperators = PublisherID("operator")

    /// Whether it is that of operators.
    public var isOfOperators: Bool { self == PublisherID.ofOperators }

    /// The publisher that an API key is by itself.
    public init(_ key: APIKeyID) { text = key.text }
}
