import Models
import Storage
import WebAuthn

extension IdentityContext {
    /// Returns the relying party of passkeys; throws if passkeys are not configured.
    func settledRelyingParty() throws(ServiceError) -> RelyingParty {
        guard let relyingParty else { throw RelyingParty.notSetUp }
        return relyingParty
    }
}

extension PasskeyRefusal {
    /// Finds the passkey refusal in an error; nil for any other error.
    init?(of error: any Error) {
        if let refusal = error as? PasskeyRefusal {
            self = refusal
        } else if let failure = error as? IdentityStoreError, case .refused(.passkey(let refusal)) = failure {
            self = refusal
        } else {
            return nil
        }
    }
}
