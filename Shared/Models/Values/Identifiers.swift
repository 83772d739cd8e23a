public import CBOR

extension OpaqueID {
    /// An id from random bytes, at most 18.
    ///
    /// - Throws: `internalFailure` for more, and for none.
    public init(random bytes: some Sequence<UInt8>) throws(ServiceError) {
        guard let id = Self(opaqueIDText(bytes)) else { throw ServiceError(.internalFailure, "no id could be made") }
        self = id
    }
}

/// Lower-case hexadecimal digits, two a byte.
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

/// The id of an API key, for listing and revoking it. It is no secret and gives no access.
public struct APIKeyID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// The id of a publisher, under which its announcements and its idempotency keys are stored. It is no secret and gives
/// no access.
///
/// It is the id of an API key, or a name that an operator gives several keys of one publisher.
public struct PublisherID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }

    /// The publisher of announcements by operators. No API key has this id.
    public static let ofOperators = PublisherID("operator")

    public var isOfOperators: Bool { self == PublisherID.ofOperators }

    /// The publisher of an API key without a publisher.
    public init(_ key: APIKeyID) { text = key.text }
}

/// The id of a session: one sign-in on one device. It is no secret and gives no access.
public struct SessionID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// The id of an exchanged token (`jti`, RFC 7519, section 4.1.7), for revoking it. It is no secret and gives no access.
public struct TokenID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// The id of a passkey, for renaming and removing it. It is no secret and gives no access, and is not the
/// authenticator's credential id.
public struct PasskeyID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}

/// The id of a link between an account and an identity provider, for removing it. It is no secret and gives no access,
/// and is not the provider's id of the user.
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

/// The id of a push token, for muting and removing it. It is no secret and gives no access.
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

/// The id of an entry in an inbox. It is no secret and gives no access.
public struct InboxEntryID: OpaqueID {
    public let text: String

    public init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        self.text = text
    }
}
