// The id of a token that can be revoked on its own.

/// The id of an exchanged token (`jti`, RFC 7519, section 4.1.7), by which it is revoked. It is no secret and gives no
/// access.
///
/// Opaque: it says nothing about what it names. 1 to 36 characters out of `A-Z a-z 0-9 _ -`.
public struct TokenID: OpaqueID {
    public let text: String

    /// Nil when `text` is empty, longer than 36 characters, or holds another character.
    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
