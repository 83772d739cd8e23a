// Settings of accounts and their passwords.

/// How passwords are hashed, and how much of that may wait.
public struct IdentitySettings: Sendable {
    /// The most passwords that may wait for their hash.
    public var hashesWaiting: Int
    /// The binary logarithm of scrypt's N.
    public var passwordCost: Int

    init(_ reader: inout SettingsReader) {
        hashesWaiting = reader.read(
            "identity.hashesWaiting", .whole(1...10_000), default: 32,
            "The most passwords that may wait to be hashed; one more is answered 503.")
        passwordCost = reader.read(
            "identity.passwordCost", .whole(14...18), default: 14,
            "The binary logarithm of scrypt's N. Each step doubles the time and the memory of a sign-in (16 MiB at 14); "
                + "stored passwords follow at the next one.")
    }
}
