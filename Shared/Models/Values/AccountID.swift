// The id of an account.

public import CBOR

/// The id of an account: a person as Balise knows one, without knowing who.
///
/// Opaque: it says nothing about what it names. 1 to 36 characters out of `A-Z a-z 0-9 . _ -`, the first of
/// them no dot.
public struct AccountID: OpaqueID {
    public let text: String

    /// Nil when `text` is empty, longer than 36 characters, or holds another character.
    public init?(_ text: String) {
        guard isOpaqueID(text) else { return nil }
        self.text = text
    }
}

extension AccountID: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(text) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        guard let value = AccountID(try reader.readText()) else { throw UnsupportedEncoding() }
        self = value
    }
}
