// What the handlers of passkeys share.

import Models
import Storage
import WebAuthn

extension IdentityContext {
    /// For whom passkeys are made; throws where none are set up.
    func settledRelyingParty() throws(ServiceError) -> RelyingParty {
        guard let relyingParty else { throw RelyingParty.notSetUp }
        return relyingParty
    }
}

extension PasskeyRefusal {
    /// Why a passkey does not count, wherever that showed; nil for another error.
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
