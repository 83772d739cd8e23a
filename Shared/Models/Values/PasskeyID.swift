// The id of a passkey.

/// The id of a passkey, by which its person names and removes it. It is no secret and gives no access; it is not the
/// credential id that the authenticator chose.
///
/// Opaque: it says nothing about what it names. 1 to 36 characters out of `A-Z a-z 0-9 . _ -`, the first of them no
/// dot.
public struct PasskeyID: OpaqueID {
    public let text: String

    /// Nil when `text` is empty, longer than 36 characters, or holds another character.
    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}
