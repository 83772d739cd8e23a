// What a person shows once more, where a session alone is not enough.

import Models
import Storage
import WebAuthn

extension IdentityContext {
    /// Judges what a person has shown once more, and does what they ask for with it.
    ///
    /// - Parameters:
    ///   - person: Who asks; nil when somebody else does.
    ///   - act: Judges the proof again in its transaction; it is nil where there is none to be judged.
    func proving<Value>(
        _ person: EraseAccount.Person?, of account: AccountID, _ context: MessageContext,
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

    /// A code by mail as proof. Its try is on disk before it is known whether it was right; the code is used up with what
    /// it is for.
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

    /// A passkey as proof: of this account, for a challenge of this session, and always with a PIN, a finger or a face.
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
