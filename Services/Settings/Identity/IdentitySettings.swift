// Settings of accounts and their passwords.

import Models
public import ServiceRuntime

/// Who may have an account, how passwords are hashed, how much of that may wait, and how long an erasure can be taken back.
public struct IdentitySettings: SettingsSection {
    /// Who may make an account.
    public enum Registration: String, Sendable, CaseIterable {
        case open
        /// Whom an operator has invited.
        case invited
    }

    public var registration: Registration
    /// The domains of which an account may have an e-mail address, in ASCII; empty for all.
    public var emailDomains: [String]
    /// The most passwords that may wait for their hash.
    public var hashesWaiting: Int
    /// The binary logarithm of scrypt's N.
    public var passwordCost: Int
    /// How long a network counts as known from which a person has signed in.
    public var knownNetworkLifetime: Duration
    /// How long a person may take the erasure of their account back; nil when it is erased at once.
    public var erasureGrace: Duration?

    package init(_ reader: inout SettingsReader) {
        registration = reader.read(
            "identity.registration", .word, default: .open,
            "Who may make an account: anyone (`open`), or only users whom an operator invites (`invited`).")
        emailDomains = reader.read(
            "identity.emailDomains", .mailDomains, default: [],
            "The allowed domains of e-mail addresses; an account then needs such an address. By default, all domains. It "
                + "does not keep out users who give an address that is not theirs: require a confirmed one if that matters."
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

extension ValueForm where Value == [String] {
    /// Domains of e-mail addresses.
    fileprivate static let mailDomains = ValueForm.list("domains", of: "a domain such as example.org") { text in
        (try? EmailAddress("a@" + text))?.domain
    } write: {
        $0
    }
}
