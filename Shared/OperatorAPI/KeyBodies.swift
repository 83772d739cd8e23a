// The keys of devices, and the key that signs access tokens.

public import BaliseAPI
public import BaliseJSON

/// Which device is meant: the body of POST /devices/….
public struct DeviceRequest: OperatorRequest, Hashable {
    /// Its id.
    public var device: String

    /// Makes a body of this member.
    public init(device: String) { self.device = device }

    /// What is said of a text that is no id.
    public static let wrongDevice = refusal(of: CodingKeys.device.stringValue)

    public static let members = CodingKeys.allCases.map { (name: $0.stringValue, rule: "the id of a device") }

    private enum CodingKeys: CodingKey, CaseIterable { case device }
}

/// The key that a device has got.
public struct NewDeviceKey: JSONConvertible, Hashable {
    /// Told for the only time.
    public var deviceKey: SecretString

    /// Makes a body of this member.
    public init(deviceKey: SecretString) { self.deviceKey = deviceKey }
}

/// The keys that verify access tokens.
public struct SigningKeyList: JSONConvertible, Hashable {
    /// The one that signs first; then the next one, and retired ones whose tokens may still live.
    public var keys: [SigningKeyDescription]

    /// Makes a body of this member.
    public init(keys: [SigningKeyDescription]) { self.keys = keys }
}

/// A key that verifies access tokens.
public struct SigningKeyDescription: JSONConvertible, Hashable {
    /// What tokens and key sets call it.
    public var id: String
    /// Whether access tokens are signed by it at present.
    public var signs: Bool

    /// Makes a body of these members.
    public init(id: String, signs: Bool) {
        self.id = id
        self.signs = signs
    }
}

/// The key that signs access tokens from now on.
public struct NewSigningKey: JSONConvertible, Hashable {
    /// What tokens and key sets call it.
    public var id: String

    /// Makes a body of this member.
    public init(id: String) { self.id = id }
}
