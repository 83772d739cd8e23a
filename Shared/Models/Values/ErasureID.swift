// The id of an erasure.

/// The id of an erasure. It is no secret and gives no access.
///
/// Opaque: it says nothing about whose account was erased.
public struct ErasureID: OpaqueID {
    public let text: String

    /// Nil when `text` is empty, longer than 36 characters, or holds another character than an id may.
    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
