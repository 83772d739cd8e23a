import Balise

extension EndToEnd.SDK {
    /// Confirmation, sign-in, proof and change; codes for one purpose fail for another.
    func useEmailCodes(_ backend: AppBackend) async throws {
        let (person, other, stranger) = (Person(), Person(), Person())
        let (phone, tablet) = (try backend.app(), try backend.app())
        let user = try await phone.sessions.register(person.registrationBody)
        #expect(user.emailVerifiedAt == nil)
        // The answer does not reveal whether an address is confirmed or known.
        try await tablet.sessions.requestCode(email: person.email)
        try await tablet.sessions.requestCode(email: stranger.email)

        try await phone.accounts.requestEmailVerification()
        let verification = try await backend.token(sentTo: person.email)
        await expect(.codeMismatch) { try await tablet.sessions.signIn(email: person.email, code: verification) }
        #expect(try await phone.accounts.confirmEmail(code: verification).emailVerifiedAt != nil)

        try await phone.accounts.requestProofCode()
        let proof = SecretText(try #require(try await backend.mailbox.message(2, to: person.email).token))
        await expect(.codeExpired) { try await phone.accounts.confirmEmailChange(code: proof) }
        try await phone.accounts.changeEmail(to: other.email, proof: .emailCode(proof))
        let change = try await backend.token(sentTo: other.email)
        let moved = try await phone.accounts.confirmEmailChange(code: change)
        #expect(moved.email == other.email && moved.emailVerifiedAt != nil)
        let notice = try await backend.mailbox.message(3, to: person.email)
        #expect(notice.json?["kind"] == "email-changed")

        try await tablet.sessions.requestCode(email: other.email)
        let code = SecretText(try #require(try await backend.mailbox.message(2, to: other.email).token))
        #expect(try await tablet.sessions.signIn(email: other.email, code: code).id == user.id)
        await expect(.codeMismatch) { try await backend.app().sessions.signIn(email: other.email, code: code) }
    }
}
