import AppleAccounts

@testable import Identity

@Suite("The identity service: redaction", .timeLimit(.minutes(10))) struct RedactionTests {
    private static let canaries = [
        "canaryuser", "canary@mail.example", "+33699999999", "canary password", "canary new password", "CanaryFirst",
        "CanaryLast", "CanaryField", "CanaryCity", "CanaryLand", "192.0.2.99", "canary wrong", "canary typo",
        "CanaryAgent", "CanaryDisplay", "CanaryDocument", "canary.user", "+33688888888", "+33677777777",
    ]

    private var client: ClientInfo {
        var client = ClientInfo()
        client.userAgent = "CanaryAgent/1"
        client.city = Personal("CanaryCity")
        client.country = Personal("CanaryLand")
        client.address = Personal("192.0.2.99")
        return client
    }

    private func ask<R: ServiceRequest>(
        _ identity: IdentityHarness, _ request: R, _ told: inout [String]
    ) async throws -> R.Reply? {
        do { return try await identity.send(request, from: client) } catch .refused(let error) {
            told.append(error.message)
            return nil
        }
    }

    @Test("No log, metric or error contains personal data, whatever was requested", arguments: [true, false])
    func canaries(_ isSent: Bool) async throws {
        // Nobody listens there.
        let address = try #require(URL(string: "http://127.0.0.1:1/CanaryField"))
        let webhook = WebhookMessageSender(
            url: address, secret: "canary wrong, sixteen characters", timeout: .milliseconds(50))
        try await IdentityHarness.run(sender: isSent ? .outbox : .given(webhook)) { identity in
            var told: [String] = []
            let names = AccountNames(
                username: "canaryuser", email: Personal("canary@mail.example"), phone: Personal("+33699999999"))
            let details = ProfileDetails(
                firstName: Personal("CanaryFirst"), lastName: Personal("CanaryLast"),
                fields: ["CanaryField": Personal(.text("CanaryField"))], displayName: Personal("CanaryDisplay"))
            let password = SecretText("canary password")
            let create = CreateAccount(signInMethod: .password, names: names, password: password, details: details)
            let account = try #require(await ask(identity, create, &told)).profile.account
            _ = try await ask(identity, create, &told)
            _ = try await ask(identity, VerifyPassword.of("canaryuser", password), &told)
            _ = try await ask(identity, VerifyPassword.of("canary@mail.example", SecretText("canary wrong")), &told)
            for _ in 0..<7 { _ = try await ask(identity, VerifyPassword.of("canary typo", password), &told) }
            for json in [#"{"CanaryDocument":"CanaryDocument"}"#, #"{"CanaryDocument":}"#] {
                for mode in [WriteDocument.Mode.create, .merge, .create] {
                    let write = WriteDocument(account: account, name: .user, mode: mode, json: Personal(json))
                    _ = try await ask(identity, write, &told)
                }
            }
            _ = try await ask(identity, ReadDocument(account: account, name: .user), &told)
            let user = try #require(AppleAccount(appleUserID: "canary.user"))
            _ = try await ask(identity, RecogniseAppleUser(account: user.id), &told)
            let second = CreateAccount(
                signInMethod: .appwrite, names: AccountNames(email: user.email), password: password, details: details,
                id: user.id)
            _ = try await ask(identity, second, &told)
            let part = CreateAccount(
                signInMethod: .appwrite, names: names, password: password, details: details, id: user.id)
            _ = try await ask(identity, part, &told)
            _ = try await ask(identity, FindAccount(login: Personal("canary typo")), &told)
            let update = UpdateProfile(account: account, names: .email("b.canary@mail.example"), details: details)
            _ = try await ask(identity, update, &told)
            let bad = UpdateProfile(
                account: account, names: AccountNames(), details: ProfileDetails(locale: "canary typo"))
            _ = try await ask(identity, bad, &told)
            _ = try await ask(identity, CreateAccount.of(.email("canary typo")), &told)
            _ = try await ask(identity, RequestPasswordReset(email: Personal("canary@mail.example")), &told)
            var token = SecretText("pr_" + String(repeating: "c", count: 43))
            if isSent {
                token = try #require(await identity.outbox.next()).token
                let reset = ResetPassword(token: token, new: SecretText("canary new password"))
                _ = try await ask(identity, reset, &told)
            } else {
                #expect(await eventually { identity.log.all.contains { $0.contains("is tried again") } })
            }
            _ = try await ask(identity, ResetPassword(token: token, new: password), &told)
            _ = try await ask(identity, ChangePassword(account: account, current: password, new: password), &told)
            let claims = PersonClaims(
                email: Personal("canary@mail.example"), firstName: Personal("CanaryFirst"),
                phone: Personal("+33688888888"), phoneIsVerified: true)
            let issued = RecogniseIssuedUser(
                issuer: "https://login.example", subjectHash: String(repeating: "a", count: 64), claims: claims)
            _ = try await ask(identity, issued, &told)
            for phone in ["canary typo", "+33 6 77 77 77 77", "+33 6 77 77 77 77"] {
                _ = try await ask(identity, RequestPhoneCode(account: account, phone: Personal(phone)), &told)
            }
            var code = SecretText("not a code")
            if isSent { code = try #require(await identity.outbox.next()).token }
            for shown in [SecretText("canary typo"), SecretText("123456"), code] {
                _ = try await ask(identity, ConfirmPhone(account: account, phoneCode: shown), &told)
            }
            _ = try await ask(identity, RemovePhone(account: account), &told)
            _ = try await ask(identity, SetAccountStatus(account: account, status: .disabled), &told)
            _ = try await ask(identity, issued, &told)
            _ = try await ask(identity, EraseAccount(account: account), &told)

            let metrics = identity.metrics.snapshot().map { "\($0)" }
            #expect(identity.log.all.contains { $0.contains("event=account_created") })
            #expect(identity.log.all.contains { $0.contains("event=sign_in_refused") && $0.contains("wrong password") })
            #expect(identity.log.all.contains { $0.contains("account=\(account)") })
            #expect(identity.log.all.contains { $0.contains("event=second_apple_account") })
            for word in RedactionTests.canaries + [token.value, user.email.value] {
                #expect(!identity.log.all.contains { $0.contains(word) }, "\(word) in the log")
                #expect(!metrics.contains { $0.contains(word) }, "\(word) in a metric")
                #expect(!told.contains { $0.contains(word) }, "\(word) in an error")
            }
        }
        await webhook.close()
    }
}
