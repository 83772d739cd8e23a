// By what the requests of one device, account or credential find the same replica of a service.

/// What decides which replica of a service a request goes to, where the service has several.
///
/// Requests with equal keys go to the same replica for as long as that one lives, whichever process sends them. So a
/// limit that a service counts in its memory sees all attempts with a key, and two writes of one account seldom meet in
/// the database. It is made of a hash that is the same in every process and that never leaves it: nothing of a key is
/// sent, logged or stored.
public struct RoutingKey: Hashable, Sendable {
    /// FNV-1a, 64 bits (draft-eastlake-fnv), over the UTF-8 of what the key is made of. It spreads; it hides nothing,
    /// and whoever picks names can make two meet, which only puts them on one replica.
    package let hash: UInt64

    /// The key of a text: equal for the same UTF-8.
    public init(_ text: String) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        self.hash = hash
    }

    /// The key of an account: for what it owns, and for limits by account.
    public init(_ account: AccountID) { self.init(account.text) }

    /// The key of a Miataru device: for what it stores, and for wrong keys that are shown for it.
    public init(_ device: DeviceID) { self.init(device.text) }

    /// The key of a token or another secret that is shown.
    public init(_ secret: SecretText) { self.init(secret.value) }

    /// The key of whatever a caller shows to say who they are.
    public init(_ credential: Credential) {
        switch credential {
        case .token(let secret), .apiKey(let secret): self.init(secret)
        }
    }

    /// The key of a name to sign in with, as names are compared: who writes it in other capitals finds the same replica.
    public init(name: Personal<String>) { self.init(NameFolding.folded(name.value)) }
}

extension RoutingKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
