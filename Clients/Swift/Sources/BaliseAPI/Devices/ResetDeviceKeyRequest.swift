// What replaces a lost key: the body of PUT users/me/location-devices/{device}/key.

public import BaliseJSON

/// A new key for a device that the person has claimed.
public struct ResetDeviceKeyRequest: JSONConvertible, Hashable {
    /// At most 256 characters; nil for one that the server makes.
    public var newKey: SecretString?

    /// Makes a body of these members; nil leaves one out.
    public init(newKey: SecretString? = nil) {
        self.newKey = newKey
    }

    /// What is said to a `newKey` that cannot be one.
    public static let invalidKey = JSONShapeError(.isNot("a key of a device"), at: CodingKeys.newKey)
}
