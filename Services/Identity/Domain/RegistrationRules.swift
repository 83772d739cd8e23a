import Models

/// The rules for new accounts and their e-mail addresses. They do not apply to invitations by an operator.
struct RegistrationRules: Sendable {
    /// Whether users can register without an invitation.
    let isOpen: Bool
    /// The allowed domains of addresses; empty for all.
    let domains: Set<String>

    /// Returns the reason for refusing a new account with this address, or without one; nil to accept it. A provider's
    /// address must be verified; one that users enter themselves need not be.
    func refusal(ofNewAccountWith address: EmailAddress?) -> Refusal? {
        guard isOpen else { return .notInvited }
        guard let address else { return domains.isEmpty ? nil : .addressNeeded }
        return refusal(of: address)
    }

    /// Returns the reason for refusing an address; nil to accept it.
    func refusal(of address: EmailAddress) -> Refusal? {
        domains.isEmpty || domains.contains(address.domain) ? nil : .domainRefused
    }
}
