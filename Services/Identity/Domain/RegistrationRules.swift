// Who may have an account, as the operator says.

import Models

/// Who may make an account, and with which e-mail address. Whom an operator invites may in any case.
struct RegistrationRules: Sendable {
    /// Whether anybody may make one.
    let isOpen: Bool
    /// Of these its address has to be; empty for all.
    let domains: Set<String>

    /// Why nobody makes an account with this address, or without one; nil when they may. One that nobody has shown to be
    /// theirs counts only where they say it themselves: a provider has to have verified it.
    func refusal(ofNewAccountWith address: EmailAddress?) -> Refusal? {
        guard isOpen else { return .notInvited }
        guard let address else { return domains.isEmpty ? nil : .addressNeeded }
        return refusal(of: address)
    }

    /// Why an account does not get this address; nil when it may.
    func refusal(of address: EmailAddress) -> Refusal? {
        domains.isEmpty || domains.contains(address.domain) ? nil : .domainRefused
    }
}
