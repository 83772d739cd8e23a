/// The secret that protects a device's data. Printing or dumping the value never shows it.
public struct LocationDeviceKey: Sendable {
    /// The largest length of a key, and the length of generated keys, in UTF-16 units.
    public static let maximumLength = 256

    /// The secret itself. Only store it, send it, or show it to its owner.
    public let secret: String

    /// Creates a key that the user has chosen; nil if the text is empty or longer than 256 UTF-16 units.
    public init?(_ secret: String) {
        guard !secret.isEmpty, secret.utf16.count <= LocationDeviceKey.maximumLength else { return nil }
        self.secret = secret
    }

    /// Makes a key of 256 random characters.
    /// - Parameter generator: A cryptographically secure generator, such as the system's.
    public static func generate(using generator: inout some RandomNumberGenerator) -> LocationDeviceKey {
        var secret = String.UnicodeScalarView()
        for _ in 0..<maximumLength {
            // Each character is equally likely.
            secret.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
        }
        return LocationDeviceKey(generated: String(secret))
    }

    /// Makes a key of 256 characters from about 1,650 random bits of the system.
    public static func generate() -> LocationDeviceKey {
        var generator = SystemRandomNumberGenerator()
        return generate(using: &generator)
    }

    private init(generated secret: String) { self.secret = secret }

    /// The characters of the Miataru apps' keys: letters, digits, and signs that are easy to type.
    static let alphabet = Array(
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "abcdefghijklmnopqrstuvwxyz" + "0123456789" + "!@#$%^&*()_+-=[]{}|;:,.<>?")
            .unicodeScalars)
}

extension LocationDeviceKey: Equatable {
    /// Compares the UTF-8 bytes in a time that depends only on the lengths, so that timing reveals nothing.
    public static func == (one: LocationDeviceKey, other: LocationDeviceKey) -> Bool {
        guard one.secret.utf8.count == other.secret.utf8.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(one.secret.utf8, other.secret.utf8) { difference |= left ^ right }
        return difference == 0
    }
}

extension LocationDeviceKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text, so that printing never shows the secret.
    public var description: String { "<redacted>" }
    /// A fixed text, so that debugging never shows the secret.
    public var debugDescription: String { "<redacted>" }
    /// The mirror is empty, so that no dump shows the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
