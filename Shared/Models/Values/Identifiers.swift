public import CBOR

extension OpaqueID {
    /// Creates an id from random bytes, 1 to 18. Throws `internalFailure` for any other number of bytes.
    public init(random bytes: some Sequence<UInt8>) throws(ServiceError) {
        guard let id = Self(opaqueIDText(bytes)) else { throw ServiceError(.internalFailure, "no id could be made") }
        self = id
    }
}

/// Returns the bytes as lower-case hexadecimal digits, two for each byte.
public func opaqueIDText(_ random: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in random {
        if byte < 16 { text.append("0") }
        text.append(String(byte, radix: 16))
    }
    return text
}

extension AccountID: DirectlyCoded {
    public func write(to writer: inout MessageWriter) { writer.write(text) }

    public init(reading reader: inout MessageReader) throws(UnsupportedEncoding) {
        guard let value = AccountID(try reader.readText()) else { throw UnsupportedEncoding() }
        self = value
    }
}

/// An id for listing and revoking an API key. It is no secret and gives no access.
public struct APIKeyID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// The id of an API key, or a name that an operator gives to several keys. Announcements and idempotency keys are
/// stored under it. It is no secret.
public struct PublisherID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }

    /// The publisher of operators' announcements. No API key has this id.
    public static let ofOperators = PublisherID("operator")

    public var isOfOperators: Bool { self == PublisherID.ofOperators }

    public init(_ key: APIKeyID) { text = key.text }
}

/// The id of one sign-in on one device. It is no secret and gives no access.
public struct SessionID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// An exchanged token's `jti` (RFC 7519, section 4.1.7), for revoking it. It is no secret and gives no access.
public struct TokenID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// An id for renaming and removing a passkey. It is no secret, and not the authenticator's credential id.
public struct PasskeyID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// An id for removing a link with an identity provider. It is no secret, and not the provider's id of the user.
public struct ProviderLinkID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// The id of an erasure. It reveals nothing about the erased account, and gives no access.
public struct ErasureID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// An id for muting and removing a push token. It is no secret and gives no access.
public struct PushTokenID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// The id of a notification. It is no secret and gives no access.
public struct NotificationID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// The id of an inbox entry. It is no secret and gives no access.
public struct InboxEntryID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}
