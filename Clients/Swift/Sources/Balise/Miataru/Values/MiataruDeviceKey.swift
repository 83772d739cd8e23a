// The secret of a Miataru device, and how a good one is made.

/// The secret that a device protects its data with. It cannot be printed.
public struct MiataruDeviceKey: Sendable {
    /// The most UTF-16 units that a key may have, and the length of those that are made here.
    public static let maximumLength = 256

    /// The secret itself, for storing, sending and showing to its owner only.
    public let secret: String

    /// A key that somebody has chosen; nil when it is empty or longer than 256 UTF-16 units.
    public init?(_ secret: String) {
        guard !secret.isEmpty, secret.utf16.count <= MiataruDeviceKey.maximumLength else { return nil }
        self.secret = secret
    }

    /// Makes a key of 256 random characters.
    ///
    /// - Parameter generator: Has to be fit for secrets, as the system's own generator is.
    public static func generate(using generator: inout some RandomNumberGenerator) -> MiataruDeviceKey {
        var secret = String.UnicodeScalarView()
        for _ in 0..<maximumLength {
            // The draw has no bias: every place of the alphabet is as likely as every other.
            secret.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
        }
        return MiataruDeviceKey(generated: String(secret))
    }

    /// Makes a key of 256 characters out of the system's random numbers, about 1,650 bits of them.
    public static func generate() -> MiataruDeviceKey {
        var generator = SystemRandomNumberGenerator()
        return generate(using: &generator)
    }

    private init(generated secret: String) { self.secret = secret }

    /// What the keys of the Miataru apps are made of: letters, digits and the signs that survive being typed.
    static let alphabet = Array(
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ" + "abcdefghijklmnopqrstuvwxyz" + "0123456789" + "!@#$%^&*()_+-=[]{}|;:,.<>?")
            .unicodeScalars)
}

extension MiataruDeviceKey: Equatable {
    /// Whether both keys have the same UTF-8, told in a time that depends on their lengths alone.
    public static func == (one: MiataruDeviceKey, other: MiataruDeviceKey) -> Bool {
        guard one.secret.utf8.count == other.secret.utf8.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(one.secret.utf8, other.secret.utf8) { difference |= left ^ right }
        return difference == 0
    }
}

extension MiataruDeviceKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the secret.
    public var description: String { "<redacted>" }
    /// Never the secret.
    public var debugDescription: String { "<redacted>" }
    /// Nothing, so that no dump shows the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
