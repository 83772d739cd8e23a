import Balise

extension EndToEnd.SDK {
    /// Setup, sign-in with a code and with a recovery code, renewal, removal.
    func takeTwoSteps(_ backend: AppBackend) async throws {
        let person = Person()
        let (phone, tablet) = (try backend.app(), try backend.app())
        let user = try await phone.sessions.register(person.registrationBody)
        let password = SecretText(person.password)
        #expect(try await !phone.secondStep.state().isActive)
        let begun = try await phone.secondStep.begin()
        let app = try #require(AuthenticatorApp(uri: begun.uri.value))
        // One time for all codes, because a new step might begin between two of them.
        let moment = Date()
        let codes = try await phone.secondStep.confirm(SecretText(app.code(at: moment)))
        #expect(codes.count == 10)

        let ticket = try await ticket(tablet, person.email, password)
        await expect(.codeMismatch) {
            // It has confirmed the app.
            try await tablet.sessions.takeSecondStep(ticket: ticket, .app(SecretText(app.code(at: moment))))
        }
        let signedIn = try await tablet.sessions.takeSecondStep(
            ticket: ticket, .app(SecretText(app.code(steps: 1, at: moment))))
        #expect(signedIn.id == user.id)
        #expect(try await tablet.sessions.list().count == 2)
        let other = try await self.ticket(tablet, person.email, password)
        try await tablet.sessions.takeSecondStep(ticket: other, .recovery(codes[0]))
        #expect(try await tablet.secondStep.state().recoveryCodesLeft == 9)
        #expect(try await phone.secondStep.renewRecoveryCodes(proof: .password(password)).count == 10)
        try await phone.secondStep.remove(proof: .password(password))
        #expect(try await tablet.sessions.signIn(person.email, password: password).id == user.id)
    }

    private func ticket(_ app: BaliseClient, _ login: String, _ password: SecretText) async throws -> SecretText {
        do {
            try await app.sessions.signIn(login, password: password)
        } catch BaliseError.refused(let refusal) {
            #expect(refusal.code == .secondStepNeeded && refusal.status == 403)
            return try #require(refusal.ticket)
        }
        throw BaliseError.invalid("one step was enough")
    }
}
