@testable import Identity

@Suite("The identity service: e-mail addresses", .timeLimit(.minutes(10))) struct EmailCodeTests {
    @Test("An address is confirmed by the code that went to it", arguments: ["fr-FR", "en"])
    func verification(_ locale: String) async throws {
        try await IdentityHarness.run({ $0.messages.codeLink = "https://app.example/c?k={kind}&c={token}" }) {
            identity in
            let create = CreateAccount.of(.ada, details: ProfileDetails(locale: locale))
            let account = try await identity.send(create).profile.account
            let reply = try await identity.send(RequestEmailCode(account: account, purpose: .verification))
            #expect(UnixTime(reply.expiresAt) == .start.adding(seconds: 600))
            #expect(UnixTime(reply.nextAt) == .start.adding(seconds: 60))
            let message = try #require(await identity.outbox.next())
            #expect(message.kind == .emailVerification && message.address.value == "ada@example.org")
            #expect(message.locale == String(locale.prefix(2)) && message.expiresAt?.date == reply.expiresAt)
            #expect(message.token.value.wholeMatch(of: /[0-9]{8}/) != nil)
            #expect(message.text.value.contains("\n\(message.token.value)\n"))
            let link = "https://app.example/c?k=email-verification&c=\(message.token.value)"
            #expect(message.link?.value == link && message.text.value.contains(link))
            let confirmed = try await identity.send(
                ConfirmEmail(account: account, purpose: .verification, emailCode: message.token))
            #expect(confirmed.emailVerifiedAt == .start)
            #expect(try await identity.send(GetProfile(account: account)).emailVerifiedAt == .start)
            for event in ["email_code_requested", "email_confirmed"] {
                #expect(
                    identity.log.all.contains { $0.contains("event=\(event)") && $0.contains("account=\(account)") })
            }
        }
    }

    @Test("Codes other than proofs have a link, to the operator's page or the server's own")
    func ownPage() throws {
        let page = "https://balise.example/account/code"
        let address = "o'neil+a&b=c@example.org"
        for (kind, query) in [
            (MessageKind.emailVerification, "?kind=email-verification&token=12345678"),
            (.emailChange, "?kind=email-change&token=12345678"), (.proofCode, nil),
            (.signInCode, "?kind=sign-in-code&address=o%27neil%2Ba%26b%3Dc%40example.org&token=12345678"),
        ] as [(MessageKind, String?)] {
            let draft = MessageDraft.sample(kind, id: "0123456789ab", token: "12345678")
            let claimed = ClaimedMessage(
                id: draft.id, account: .named("ada"), kind: kind,
                sealed: try draft.sealed(to: Personal(address), in: "en", zone: nil), createdAt: .start,
                expiresAt: .start.adding(seconds: 600), tries: 1)
            for own in [page, nil] {
                let message = try MessageComposer(
                    seal: .sample, templates: .builtIn, resetLink: nil, accountLink: "/account", codeLink: nil,
                    ownCodePage: own
                ).message(of: claimed)
                let link = own == nil ? nil : query.map { page + $0 }
                #expect(message.link?.value == link)
                #expect(message.text.value.contains(link ?? "link:") == (link != nil))
            }
            let operators = try MessageComposer(
                seal: .sample, templates: .builtIn, resetLink: nil, accountLink: "/account",
                codeLink: "app://{kind}/{token}?to={address}", ownCodePage: page
            ).message(of: claimed)
            #expect(operators.link?.value == "app://\(kind.rawValue)/12345678?to=o%27neil%2Ba%26b%3Dc%40example.org")
        }
    }

    @Test("The code to the new address and the password change the address, and the old one gets a notice")
    func change() async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.verified()
            let wrong = try await identity.refusal(change(account, to: "ada@work.example", password: .wrong))
            #expect(wrong?.code == .wrongCredentials)
            _ = try await identity.send(change(account, to: "Ada@Work.example"))
            let code = try #require(await identity.outbox.next())
            #expect(code.kind == .emailChange && code.address.value == "ada@work.example")
            #expect(try await identity.send(GetProfile(account: account)).names.email?.value == "ada@example.org")
            let confirm = ConfirmEmail(account: account, purpose: .change, emailCode: code.token)
            let moved = try await identity.send(confirm)
            #expect(moved.names.email?.value == "ada@work.example" && moved.emailVerifiedAt == .start)
            let notice = try #require(await identity.outbox.next())
            #expect(notice.kind == .emailChanged && notice.address.value == "ada@example.org")
            #expect(notice.html?.value.isEmpty == false && notice.token.value.isEmpty)
            #expect(try await identity.outcome(VerifyPassword.of("ada@work.example")) == nil)
            #expect(try await identity.outcome(VerifyPassword.of("ada@example.org")) == .wrongCredentials)
            #expect(try await identity.outcome(confirm) == .codeExpired)
            #expect(
                identity.log.all.contains { $0.contains("event=email_changed") && $0.contains("account=\(account)") })
        }
    }

    @Test("A taken address stays with its owner: the answer is the same, and the owner gets a notice")
    func taken() async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.verified()
            let bob = CreateAccount.of(.email("bob@example.org"), details: ProfileDetails(locale: "en"))
            _ = try await identity.send(bob)
            let free = try await identity.send(change(ada, to: "free@example.org"))
            #expect(await identity.outbox.next()?.kind == .emailChange)
            identity.clock.advance(seconds: 60)
            let taken = try await identity.send(change(ada, to: "bob@example.org"))
            #expect(taken.expiresAt == free.expiresAt + 60)
            #expect(taken.nextAt == free.nextAt + 60)
            let told = try #require(await identity.outbox.next())
            #expect(told.kind == .emailTaken && told.address.value == "bob@example.org" && told.locale == "en")
            #expect(told.token.value.isEmpty && told.link == nil && told.expiresAt == nil)
            #expect(told.text.value.wholeMatch(of: /[^0-9]*/) != nil)
            let guess = ConfirmEmail(account: ada, purpose: .change, emailCode: SecretText("00000000"))
            #expect(try await identity.outcome(guess) == .codeMismatch)
        }
    }

    @Test("An address gets five codes an hour, one a minute, and the answer says when the next is due")
    func budget() async throws {
        try await IdentityHarness.withAda { identity, account in
            let request = RequestEmailCode(account: account, purpose: .verification)
            for _ in 1...CodeBudget.emails.codes {
                _ = try await identity.send(request)
                _ = await identity.outbox.next()
                let refusal = try #require(try await identity.refusal(request))
                #expect(refusal.code == .rateLimited && refusal.retryAfter != nil)
                identity.clock.advance(seconds: 60)
            }
            let refusal = try #require(try await identity.refusal(request))
            #expect(refusal.code == .rateLimited && refusal.retryAfter == 3600 - 5 * 60)
        }
    }

    @Test("A missing or derived address gets no code, and an unconfirmed one no proof code")
    func none() async throws {
        try await IdentityHarness.run { identity in
            let nobody = try await identity.send(CreateAccount.of(.username("ben"))).profile.account
            for purpose in [RequestEmailCode.Purpose.verification, .proof] {
                let request = RequestEmailCode(account: nobody, purpose: purpose)
                #expect(try await identity.outcome(request) == .conflict)
            }
            let ada = try await identity.send(CreateAccount.of(.ada)).profile.account
            #expect(try await identity.outcome(RequestEmailCode(account: ada, purpose: .proof)) == .conflict)
            for text in ["", "ada", "a@b@c", "a b@c"] {
                #expect(try await identity.outcome(change(ada, to: text)) == .invalidRequest)
            }
            let derived = "apple_0123456789abcdef0123456789abcd@familysync.anonymous"
            #expect(try await identity.outcome(change(ada, to: derived)) == .invalidRequest)
            let unproven = RequestEmailCode(account: ada, purpose: .change, address: Personal("x@example.org"))
            #expect(try await identity.outcome(unproven) == .signInTooOld)
        }
    }

    @Test("A proof code proves an erasure within 5 minutes")
    func proof() async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.verified()
            func erase(_ code: SecretText) -> EraseAccount {
                EraseAccount(account: account, person: .sample(emailCode: code))
            }
            let late = try await identity.code(account, .proof)
            identity.clock.advance(seconds: 300)
            #expect(try await identity.outcome(erase(late)) == .codeExpired)
            #expect(try await identity.outcome(erase(try await identity.code(account, .proof))) == nil)
            #expect(try await identity.outcome(GetProfile(account: account)) == .accountGone)
        }
    }

    @Test("A code that does not count confirms nothing, and the log says why", arguments: [true, false])
    func refused(isCode: Bool) async throws {
        try await IdentityHarness.withAda { identity, account in
            let sent = try await identity.code(account, .verification)
            let code = isCode ? sent.altered : SecretText("1234567a")
            let confirm = ConfirmEmail(account: account, purpose: .verification, emailCode: code)
            #expect(try await identity.outcome(confirm) == (isCode ? .codeMismatch : .invalidRequest))
            let lines = identity.log.all.filter { $0.contains("event=email_code_refused") }
            #expect(lines.count == 1 && lines[0].contains("account=\(account)"))
            #expect(lines.first?.contains("reason=verification: \(isCode ? "another" : "no") code") == true)
            #expect(identity.log.all.allSatisfy { !$0.contains(code.value) && !$0.contains("@") })
        }
    }

    private func change(_ account: AccountID, to address: String, password: SecretText = .right) -> RequestEmailCode {
        RequestEmailCode(
            account: account, purpose: .change, address: Personal(address), person: .sample(password: password))
    }
}

extension ProvenPerson {
    static func sample(password: SecretText? = nil, emailCode: SecretText? = nil) -> ProvenPerson {
        ProvenPerson(
            session: SessionID("0b1d2c4f6a8e5f0c3a9e7b1d")!, signedInAt: .start.adding(seconds: 1),
            password: password, emailCode: emailCode)
    }
}

extension IdentityHarness {
    func code(_ account: AccountID, _ purpose: RequestEmailCode.Purpose) async throws -> SecretText {
        _ = try await send(RequestEmailCode(account: account, purpose: purpose))
        return try #require(await outbox.next()).token
    }

    func verified(_ details: ProfileDetails = ProfileDetails()) async throws -> AccountID {
        let account = try await send(CreateAccount.of(.ada, details: details)).profile.account
        let code = try await code(account, .verification)
        let session = SessionID("s1")
        _ = try await send(ConfirmEmail(account: account, purpose: .verification, emailCode: code, session: session))
        return account
    }
}

@Suite("The identity service: codes by mail for another purpose", .timeLimit(.minutes(10)))
struct CrossedEmailCodeTests {
    /// The state of the code for the same purpose, which is to confirm the address.
    enum Own: CaseIterable, Sendable { case nothing, one, used, expired, usedUp }

    /// An answer that told more of a guess would let the code of a proof be guessed without end.
    @Test("A code for another purpose gets the answer of a wrong code", arguments: Own.allCases)
    func answer(own: Own) async throws {
        try await IdentityHarness.run { identity in
            let account = try await identity.verified()
            // Another code than the one that has confirmed the address, an hour later.
            identity.clock.advance(seconds: 3600)
            try await leave(own, of: account, in: identity)
            let proof = try await identity.code(account, .proof)
            func answer(_ code: SecretText) async throws -> ServiceError {
                let confirm = ConfirmEmail(account: account, purpose: .verification, emailCode: code)
                return try #require(try await identity.refusal(confirm))
            }
            let (first, second) = (try await answer(proof.altered), try await answer(proof))
            #expect(first.code == second.code && first.message == second.message)
            // It is not used up by that.
            let export = BeginExport(account: account, person: .sample(emailCode: proof))
            #expect(try await identity.outcome(export) == nil)
        }
    }

    private func leave(_ own: Own, of account: AccountID, in identity: IdentityHarness) async throws {
        if own == .nothing {
            // A later address has no codes of the one before.
            _ = try await identity.send(
                RequestEmailCode(
                    account: account, purpose: .change, address: Personal("ada@home.example"), person: .sample()))
            let change = try #require(await identity.outbox.next()).token
            _ = try await identity.send(ConfirmEmail(account: account, purpose: .change, emailCode: change))
            #expect(await identity.outbox.next()?.kind == .emailChanged)
            return
        }
        let code = try await identity.code(account, .verification)
        let confirm = ConfirmEmail(account: account, purpose: .verification, emailCode: code)
        switch own {
        case .nothing, .one: break
        case .used: _ = try await identity.send(confirm)
        case .expired: identity.clock.advance(seconds: 600)
        case .usedUp:
            let wrong = ConfirmEmail(account: account, purpose: .verification, emailCode: code.altered)
            for _ in 0..<OneTimeCode.tries { #expect(try await identity.outcome(wrong) == .codeMismatch) }
        }
    }
}
