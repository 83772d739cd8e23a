import Models
import PasskeyStorage
import WebAuthn

/// A verified use of a passkey. To be stored, the account must have the passkey, with a lower counter.
struct ShownPasskey: Sendable {
    let passkey: KeptPasskey<AccountID>
    let use: PasskeyUse
    /// Whether the authenticator asked for a PIN, finger or face, so that no second step is needed.
    let isUserVerified: Bool

    /// Verifies an answer. `clientDataHash` is of checked client data. `account` is nil for a sign-in.
    init(
        _ assertion: PasskeyAssertion, _ passkey: KeptPasskey<AccountID>, clientDataHash: [UInt8],
        of account: AccountID? = nil, for party: RelyingParty
    ) throws(PasskeyRefusal) {
        if let account, passkey.owner != account { throw .credential }
        // If the account is not known in advance, the authenticator must name it (step 6).
        let handle = assertion.userHandle
        guard handle == party.userHandle(of: passkey.owner) || handle == nil && account != nil else {
            throw .userHandle
        }
        let verified = try VerifiedAssertion(assertion, by: passkey.key, clientDataHash: clientDataHash, for: party)
        self.passkey = passkey
        use = verified.use
        isUserVerified = verified.isUserVerified
    }
}

extension PasskeyRefusal {
    /// The error of a sign-in. It is the same for an unknown passkey and a wrong signature. An expired challenge is
    /// refused before.
    var signInAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(
                .invalidToken,
                "the sign-in took too long, or this attempt was used before; sign in again from the beginning")
        default:
            ServiceError(
                .invalidToken, "this passkey does not open an account here; try another one, or sign in another way")
        }
    }

    var proofAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(
                .invalidToken, "the answer took too long, or this challenge was used before; ask for another challenge")
        default:
            ServiceError(.invalidToken, "this passkey does not prove who you are; try another one of this account")
        }
    }

    var registrationAnswer: ServiceError {
        switch self {
        case .expired, .spent:
            ServiceError(
                .invalidRequest, "adding the passkey took too long, or this attempt was used before; begin again")
        case .algorithm, .key, .attestationFormat:
            ServiceError(
                .invalidRequest, "passkeys of this kind cannot be added (\(rawValue)); use another authenticator")
        default:
            ServiceError(.invalidRequest, "the passkey was not added (\(rawValue)); begin again")
        }
    }
}
