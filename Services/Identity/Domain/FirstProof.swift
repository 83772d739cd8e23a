// What the first proof of an account's address removes.

import Models

/// The first proof that the address of an account is its person's.
///
/// Anybody can make an account with somebody else's address, or give it to one of theirs, and bind to it what lets them in
/// later. Once the address is proven, nothing but its person could remove that. So the first proof removes all that was bound
/// before and that a mail cannot replace. It keeps what its person shows with it.
enum FirstProof: CaseIterable, Sendable {
    /// A link for a password that was sent to the address; nothing else of the account was shown.
    case passwordLink
    /// A code that was sent to the address, shown in a session of the account.
    case code
    /// The account's password, with an identity provider that has verified the address.
    case provider
    /// The first time that Apple vouches for a person whose account was made by what can be derived alone.
    case apple

    /// What may have been bound to an account.
    enum Binding: CaseIterable, Sendable {
        case password
        case passkeys
        /// The app that makes codes, with its recovery codes.
        case secondStep
        /// Links with identity providers, with what these have said of their person.
        case providerLinks
        /// Codes and links that were sent by mail or to a phone, and what may be asked for by them.
        case codes
        /// Networks from which wrong passwords count apart from those of strangers.
        case networks
        /// All sessions, and with them tokens, push devices and offers of devices.
        case sessions
        /// All sessions but the one in which the proof is shown, with the same.
        case otherSessions
        /// That the account is to be erased.
        case erasure
        /// What tells where its former person is: claimed devices and the account's position.
        case places
    }

    var removes: Set<Binding> {
        switch self {
        case .apple: [.password, .passkeys, .secondStep, .providerLinks, .codes, .networks, .sessions, .places]
        // The link sets another password. Who asked for the erasure has not shown the address, so it is lifted.
        case .passwordLink: [.passkeys, .secondStep, .providerLinks, .codes, .networks, .sessions, .erasure, .places]
        // A later link replaces the password, and nothing but it: the others are to go now or never.
        case .code: [.passkeys, .secondStep, .providerLinks, .codes, .networks, .otherSessions]
        // The second step, where there is one, was shown too.
        case .provider: [.passkeys, .providerLinks, .codes, .networks, .sessions]
        }
    }
}

extension AccountProfile {
    /// Whether an address is the one that its person signs in with.
    func isNamed(_ address: Personal<String>?) -> Bool {
        guard let address = address.flatMap({ LoginKey($0.value) }), mayHaveLetterbox else { return false }
        return names.email.flatMap { LoginKey($0.value) } == address
    }

    /// Whether a proof of the present address is the first one: nobody has shown that it is theirs.
    var lacksProof: Bool { names.email != nil && emailVerifiedAt == nil }

    /// Where its person is told what happens to the account: an address that they have shown to be theirs, or one that an
    /// identity provider has verified. Anybody can make an account with somebody else's address, and would have this server
    /// write to them.
    var noticeAddress: EmailAddress? {
        if emailVerifiedAt != nil, let emailAddress { return emailAddress }
        return contactEmailIsVerified == true ? contactEmail.flatMap { try? EmailAddress($0.value) } : nil
    }
}
