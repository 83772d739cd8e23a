import Models
import Storage
import WebAuthn

extension IdentityContext {
    /// Checks a proof, and then runs `act`, which checks it again in its own transaction. `person` is nil for an
    /// operator's request. `act` gets nil if no proof is needed.
    func proving<Value>(
        _ person: ProvenPerson?, of account: AccountID, _ context: MessageContext,
        _ act: (CheckedProof?) async throws -> Value
    ) async throws -> Value {
        if let code = person?.emailCode { return try await proving(by: code, of: account, context, act) }
        guard let assertion = person?.assertion, let person else {
            var proof: CheckedProof?
            if let person, let password = person.password {
                proof = .password(try await prove(account, password, by: person.session, context))
            }
            return try await act(proof)
        }
        do {
            return try await act(try await checked(assertion, of: account, in: person.session))
        } catch {
            guard let refusal = PasskeyRefusal(of: error) else { throw error }
            if refusal == .counter { record(.passkeyDoubled, account, context) }
            record(.passkeyRefused, account, reason: refusal.rawValue, context)
            throw refusal.proofAnswer
        }
    }

    /// Checks a mailed code. The try is on disk before its result is known. `act` uses the code up.
    private func proving<Value>(
        by code: SecretText, of account: AccountID, _ context: MessageContext,
        _ act: (CheckedProof?) async throws -> Value
    ) async throws -> Value {
        let outcome = try await store.tryProofCode(account, shown(code, for: .proof), at: now)
        switch outcome {
        case .failure(let refusal): throw refused(refusal, for: .proof, account, context)
        case .success(let tried):
            do {
                return try await act(.emailCode(tried))
            } catch {
                guard let failure = error as? IdentityStoreError, case .refused(.emailCode(let refusal)) = failure
                else { throw error }
                throw refused(refusal, for: .proof, account, context)
            }
        }
    }

    /// Checks a passkey of this account, which must answer this session's challenge with a PIN, finger or face.
    private func checked(
        _ assertion: PasskeyAssertion, of account: AccountID, in session: SessionID
    ) async throws -> CheckedProof {
        let party = try settledRelyingParty()
        let data = try ClientData(assertion.clientData, of: .signIn, for: party)
        let challenge = try party.challenges.check(data.challenge, for: .proof(account, session), at: now)
        guard let passkey = try await store.findPasskey(credential: assertion.credentialID) else {
            throw PasskeyRefusal.credential
        }
        let shown = try ShownPasskey(assertion, passkey, clientDataHash: data.hash, of: account, for: party)
        guard shown.isUserVerified else { throw PasskeyRefusal.userVerification }
        return .passkey(shown, credential: assertion.credentialID, challenge)
    }
}
