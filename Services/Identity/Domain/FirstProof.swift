import Models
import WebAuthn

/// The first proof that an account belongs to its address's owner. Any person can create an account with another user's
/// address and add ways to sign in, so the proof removes what was added before, as far as `removes` lists it.
enum FirstProof: CaseIterable, Sendable {
    case passwordLink
    /// A mailed code that a session of the account has sent back.
    case code
    /// The account's password, together with an identity provider that has verified the address.
    case provider
    /// The first sign-in with Apple to an account that a stranger may have made with the derived id and address.
    case apple

    enum Binding: CaseIterable, Sendable {
        case password
        case passkeys
        /// The authenticator app with its recovery codes.
        case secondStep
        case providerLinks
        /// Mailed codes and links, and codes to phones, with the counts of their requests.
        case codes
        /// Networks whose wrong passwords are counted apart from those of strangers.
        case networks
        /// All sessions with their tokens, push devices and handover tickets.
        case sessions
        /// All sessions, except for the one that shows the proof.
        case otherSessions
        case erasure
        /// The locations of the former user: claimed devices and the account's position.
        case places
    }

    var removes: Set<Binding> {
        switch self {
        case .apple: [.password, .passkeys, .secondStep, .providerLinks, .codes, .networks, .sessions, .places]
        // The link sets another password. The planned erasure is cancelled, because its user had proven no address.
        case .passwordLink: [.passkeys, .secondStep, .providerLinks, .codes, .networks, .sessions, .erasure, .places]
        // A link could replace the password later, so the password stays. The other ways to sign in must go now.
        case .code: [.passkeys, .secondStep, .providerLinks, .codes, .networks, .otherSessions]
        // The user has shown the second step, too, if the account has one, so it stays.
        case .provider: [.passkeys, .providerLinks, .codes, .networks, .sessions]
        }
    }
}

extension AccountProfile {
    func isNamed(_ address: Personal<String>?) -> Bool {
        guard let address = address.flatMap({ LoginKey($0.value) }), mayHaveLetterbox else { return false }
        return names.email.flatMap { LoginKey($0.value) } == address
    }

    /// Whether the account has an address to sign in with, and has not proved it.
    var lacksProof: Bool { names.email != nil && emailVerifiedAt == nil }

    /// The address for notices; nil without a proven or verified address, as any other address may be a stranger's.
    var noticeAddress: EmailAddress? {
        if emailVerifiedAt != nil, let emailAddress { return emailAddress }
        return contactEmailIsVerified == true ? contactEmail.flatMap { try? EmailAddress($0.value) } : nil
    }
}

/// A user's proof that was checked with success. The transaction of the request checks it again.
enum CheckedProof: Sendable {
    case password(AccountPassword)
    /// A passkey, by its credential id, with the challenge for this request.
    case passkey(ShownPasskey, credential: [UInt8], AnsweredChallenge)
    case emailCode(TriedEmailCode)
}
