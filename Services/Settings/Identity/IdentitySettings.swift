// Settings of accounts and their passwords.

public import ServiceRuntime

/// How passwords are hashed, how much of that may wait, and how long an erasure can be taken back.
public struct IdentitySettings: SettingsSection {
    /// The most passwords that may wait for their hash.
    public var hashesWaiting: Int
    /// The binary logarithm of scrypt's N.
    public var passwordCost: Int
    /// How long a network counts as known from which a person has signed in.
    public var knownNetworkLifetime: Duration
    /// How long a person may take the erasure of their account back; nil when it is erased at once.
    public var erasureGrace: Duration?

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
        erasureGrace = reader.readOptional(
            "identity.erasureGrace", .span(.seconds(60)...(.seconds(30 * 86_400))),
            "For how long an account that its person has erased is only closed, so that they may take that back. Without "
                + "it the account is erased at once.")
    }
}
