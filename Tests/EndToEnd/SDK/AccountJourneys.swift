import Balise
import BaliseEcovelo

extension EndToEnd.SDK {
    func signIn(_ backend: AppBackend) async throws {
        let person = Person()
        let (phone, tablet) = (try backend.app(), try backend.app())
        #expect(try await phone.sessions.state == .signedOut(.notSignedIn))
        let user = try await phone.sessions.register(person.registrationBody)
        #expect(user.username == person.name && user.email == person.email)
        await expect(.wrongCredentials) {
            try await tablet.sessions.signIn(person.name, password: SecretText(Fresh.key()))
        }
        #expect(try await tablet.sessions.signIn(person.email, password: SecretText(person.password)).id == user.id)

        let sessions = try await phone.sessions.list()
        #expect(sessions.count == 2 && sessions.filter(\.isCurrentSession).count == 1)
        let other = try #require(sessions.first { !$0.isCurrentSession })
        try await phone.sessions.end(other.id)
        try await eventually("the tablet is signed out") { try await isRefused(tablet) }
        try await tablet.sessions.signIn(person.name, password: SecretText(person.password))
        #expect(try await phone.sessions.endOthers() == 1)
        #expect(try await phone.sessions.signOut())
        await #expect(throws: BaliseError.signedOut) { try await phone.accounts.profile() }

        let (appleUser, nonce) = (EndToEnd.Apple.freshUser(), AppleNonce())
        // Apple copies the request's nonce into the token.
        var draft = backend.apple.draft(for: appleUser)
        draft.claims["nonce"] = TokenDraft.text(nonce.hashed)
        let token = SecretText(try draft.signed(by: backend.apple.key))
        let vouched = try await phone.sessions.signInWithApple(identityToken: token, nonce: nonce)
        let derived = try AppleCredentials(appleUserID: appleUser)
        #expect(vouched.id == derived.accountID && vouched.email == derived.email)
    }

    func useAccount(_ backend: AppBackend) async throws {
        let person = Person()
        let app = try backend.app()
        try await app.sessions.register(person.registrationBody)
        #expect(try await app.accounts.profile().firstName == "Ada")
        #expect(try await app.accounts.update(UpdateProfileRequest(firstName: "Grace")).firstName == "Grace")
        #expect(try await app.accounts.summary().firstName == "Grace")

        // The refresh token silently continues a session with an expired token.
        backend.calls.spoilNextCredential()
        #expect(try await app.accounts.profile().firstName == "Grace")

        let (second, third) = (SecretText("pw-\(Fresh.passwordMark)-2"), SecretText("pw-\(Fresh.passwordMark)-3"))
        let changed = try await app.accounts.changePassword(
            from: SecretText(person.password), to: second, endingOtherSessions: true)
        #expect(changed.endedSessions == 0)
        try await app.accounts.requestPasswordReset(email: person.email)
        try await app.accounts.resetPassword(token: try await backend.token(sentTo: person.email), to: third)
        try await eventually("a reset ends every session") { try await isRefused(app) }
        let other = Person()
        try await app.sessions.register(other.registrationBody)
        try await export(app, other)
        let requested = try await app.accounts.erase(proof: .password(SecretText(other.password)))
        await #expect(throws: BaliseError.signedOut) { try await app.accounts.profile() }
        try await eventually("all services have confirmed") {
            let status = try await app.accounts.erasure(requested)
            return status.state == .done && status.receipt != nil && status.pending.isEmpty
        }
        try await app.sessions.signIn(person.name, password: third)
        try await app.accounts.erase()
        await expect(.wrongCredentials) { try await app.sessions.signIn(person.name, password: third) }
    }

    /// A sign-in at the provider's web page, in a browser that the app opens.
    func useProviderPage(_ backend: AppBackend) async throws {
        let (app, other) = (try backend.app(), try backend.app())
        let begun = try app.sessions.beginSignIn(at: "mon-compte", redirectURI: CodeFlow.appAddress)
        var browser = Browser(balise: backend.balise)
        let callback = try await browser.follow(begun.url.absoluteString)
        let another = try other.sessions.beginSignIn(at: "mon-compte", redirectURI: CodeFlow.appAddress)
        await #expect(throws: BaliseError.self) { try await other.sessions.finish(another, at: callback) }
        let user = try await app.sessions.finish(begun, at: callback)
        let profile = try await app.accounts.profile()
        #expect(profile.id == user.id)
        // The account has no other way in.
        let links = try await app.providerLinks.list()
        #expect(links.count == 1 && links[0].linkedAt != nil)
        await expect(.conflict) { try await app.providerLinks.remove(links[0].id) }
    }

    /// A file with all data, made once, and not for a wrong password.
    private func export(_ app: BaliseClient, _ person: Person) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("account.zip")
        await expect(.wrongCredentials) {
            try await app.accounts.export(to: file, proof: .password(SecretText("wrong")))
        }
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try await app.accounts.export(to: file, proof: .password(SecretText(person.password)))
        let archive = try StoredArchive(Array(try Data(contentsOf: file)))
        let profile = try #require(archive.files["profile.json"])
        #expect(String(decoding: profile, as: UTF8.self).contains(person.email))
        await #expect(throws: BaliseError.self) { try await app.accounts.export(to: file, proof: .recentSignIn) }
    }

    /// The token of a host app's identity provider, an expired one, and tokens for a web view.
    func useIdentityProvider(_ backend: AppBackend) async throws {
        let rider = Rider()
        let app = try backend.app()
        #expect(try await app.ecovelo.programs().map(\.id) == ["breizhgo", "naolib"])
        let expired = try EcoveloConfig(iamToken: try rider.expiredToken(of: backend.notified.issuer))
        let config = try backend.host(rider)
        await app.ecovelo.start(expired) { config }
        #expect(try await app.ecovelo.rider().email == rider.email, "the host is asked for another token")

        #expect(try await app.accounts.requestPhoneCode(rider.phone).phone == rider.phone)
        let code = try await backend.token(sentTo: rider.phone)
        #expect(try await app.accounts.confirmPhone(code: code).status == .active)
        #expect(try await app.accounts.removePhone().phone == nil)

        let exchanged = try await app.ecovelo.exchange(config)
        #expect(exchanged.program == "naolib" && exchanged.expiresIn > 0)
        try await app.ecovelo.revoke(exchanged.accessToken)
    }

    private func isRefused(_ app: BaliseClient) async throws -> Bool {
        do throws(BaliseError) {
            _ = try await app.accounts.profile()
            return false
        } catch {
            if case .refused(let refusal) = error { return refusal.status == 401 }
            return error == .signedOut
        }
    }
}
