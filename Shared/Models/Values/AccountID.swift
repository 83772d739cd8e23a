public import CBOR

/// The id of an account. It reveals nothing about its user.
public struct AccountID: OpaqueID {
    public let text: String

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
