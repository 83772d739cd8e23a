// Settings of accounts and their passwords.

public import ServiceRuntime

/// How passwords are hashed, and how much of that may wait.
public struct IdentitySettings: SettingsSection {
    /// The most passwords that may wait for their hash.
    public var hashesWaiting: Int
    /// The binary logarithm of scrypt's N.
    public var passwordCost: Int
    /// How long a network counts as known from which a person has signed in.
    public var knownNetworkLifetime: Duration

    package init(_ reader: inout SettingsReader) {
        hashesWaiting = reader.read(
            "identity.hashesWaiting", .whole(1...10_000), default: 32,
            "The most passwords that may wait to be hashed; one more is answered 503.")
        passwordCost = reader.read(
            "identity.passwordCost", .whole(14...18), default: 14,
            "The binary logarithm of scrypt's N. Each step doubles the time and the memory of a sign-in (16 MiB at 14); "
                + "stored passwords follow at the next one.")
        knownNetworkLifetime = reader.read(
            "identity.knownNetworkLifetime", .span(.seconds(60)...(.seconds(3650 * 86_400))),
            default: .seconds(90 * 86_400),
            "How long an account remembers, as a keyed hash, a network from which its person has signed in.")
    }
}
