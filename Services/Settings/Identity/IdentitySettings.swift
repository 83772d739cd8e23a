public import Models
public import ServiceRuntime

/// Accounts: registration, password hashes and the delay of erasures.
public struct IdentitySettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [
        .identity: ["identity"], .edge: ["identity.registration"],
    ]

    public enum Registration: String, Sendable, CaseIterable {
        case open
        case invited
    }

    public var registration: Registration
    /// The allowed domains of e-mail addresses, in ASCII; empty if all are allowed.
    public var emailDomains: [String]
    public var hashesWaiting: Int
    public var passwordCost: Int
    public var knownNetworkLifetime: Duration
    public var erasureGrace: Duration?

    public init(_ reader: inout SettingsReader) {
        registration = reader.read(
            "identity.registration", .word, default: .open,
            "The users who may make an account: all (`open`), or only those whom an operator invites (`invited`).")
        emailDomains = reader.read(
            "identity.emailDomains", .mailDomains, default: [],
            "The allowed domains of e-mail addresses; an account then needs such an address. By default, all domains. It "
                + "does not keep out users who give an address that is not theirs: your server has to check `emailVerifiedAt`."
        )
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
            "How long an account remembers, as a keyed hash, a network from which its user signed in.")
        erasureGrace = reader.readOptional(
            "identity.erasureGrace", .span(.seconds(60)...(.seconds(30 * 86_400))),
            "How long an account that its user erased is only closed, so that they may cancel the erasure. Without "
                + "it, the account is erased at once.")
    }
}

extension SectionNames { public var identity: IdentitySettings.Type { IdentitySettings.self } }

extension ValueForm where Value == [String] {
    fileprivate static let mailDomains = ValueForm.list("domains", of: "a domain such as example.org") { text in
        (try? EmailAddress("a@" + text))?.domain
    }
}
