/// The secret that protects a device's data. It cannot be printed.
public struct DeviceKey: CheckedText, Redacted {
    /// The largest length, in UTF-16 units.
    public static let maximumLength = 256

    /// The secret. Use it only for hashing and sending.
    public let secret: String

    public init?(_ secret: String) {
        guard !secret.isEmpty, secret.utf16.count <= DeviceKey.maximumLength else { return nil }
        self.secret = secret
    }

    public var codedText: String { secret }
}
