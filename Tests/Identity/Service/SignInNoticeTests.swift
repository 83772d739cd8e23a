@testable import Identity

@Suite("The identity service: notices of sign-ins", .timeLimit(.minutes(10))) struct SignInNoticeTests {
    private let stores = ScratchStores()

    private static let hostile = "<img src=x onerror=alert(1)> {link} \u{202E}\" & '"

    @Test("A notice tells the device, the moment and what to do, in the person's language", arguments: ["fr-FR", "en"])
    func tells(_ locale: String) async throws {
        try await IdentityHarness.run({
            $0.messages.accountLink = "https://balise.example/account"
        }) { identity in
            let ada = try await identity.verified(ProfileDetails(locale: locale))
            let report = ReportSignIn(account: ada, id: "s1", client: Personal("iPhone, iOS 18"), at: .start)
            // The push notification uses the same language.
            #expect(try await identity.send(report) == ReportSignIn.Reply(locale: locale))
            let message = try #require(await identity.outbox.next())
            #expect(message.kind == .newSignIn && message.id == "s1" && message.account == ada)
            #expect(message.address.value == "ada@example.org" && message.token.value.isEmpty)
            #expect(
                message.subject
                    == (locale == "en" ? "New sign-in to your account" : "Nouvelle connexion à votre compte"))
            #expect(message.text.value.contains("iPhone, iOS 18"))
            #expect(message.text.value.contains("https://balise.example/account"))
            #expect(message.text.value.contains(locale == "en" ? "January 15, 2027" : "15 janvier 2027"))
            #expect(message.text.value.contains("UTC"))
            let html = try #require(message.html?.value)
            #expect(html.contains("<bdi>iPhone, iOS 18</bdi>"))
            #expect(html.contains(#"<a href="https://balise.example/account">"#))
        }
    }

    @Test("A notice of a forwarder leads to the account", arguments: ["fr-FR", "en"])
    func forwarder(_ locale: String) async throws {
        try await IdentityHarness.run({
            $0.messages.accountLink = "https://balise.example/account"
        }) { identity in
            let ada = try await identity.verified(ProfileDetails(locale: locale))
            let report = ReportForwarder(account: ada, id: NotificationID("f1")!, createdAt: .start)
            _ = try await identity.location.send(
                report, MessageContext(requestID: "test", timeout: .seconds(60)))
            let message = try #require(await identity.outbox.next())
            #expect(message.kind == .newForwarder && message.id == "f1" && message.account == ada)
            #expect(message.subject?.contains(locale == "en" ? "another server" : "un autre serveur") == true)
            #expect(message.text.value.contains("https://balise.example/account"))
            #expect(message.text.value.contains(locale == "en" ? "January 15, 2027" : "15 janvier 2027"))
            #expect(message.html?.value.contains(#"<a href="https://balise.example/account">"#) == true)
        }
    }

    @Test("A notice names the time by the clock of the person", arguments: ["Europe/Paris", "No/Where"])
    func zone(_ name: String) async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.verified(
                ProfileDetails(locale: "fr", fields: ["timezone": Personal(.text(name))]))
            _ = try await identity.send(ReportSignIn(account: ada, id: "s1", client: nil, at: .start))
            let message = try #require(await identity.outbox.next())
            #expect(message.text.value.contains(name == "Europe/Paris" ? "09:00" : "08:00 UTC"))
            // Without a public address there is no link, and no half of one.
            #expect(!message.text.value.contains("/account") && message.html?.value.contains("/account") == false)
        }
    }

    @Test("A notice contains no text of the client, also one that an earlier version queued")
    func hostileClient() async throws {
        try await IdentityHarness.run { identity in
            let ada = try await identity.verified()
            _ = try await identity.send(
                ReportSignIn(account: ada, id: "s1", client: Personal(Self.hostile), at: .start))
            let message = try #require(await identity.outbox.next())
            #expect(message.text.value.contains("\n    ?\n"))
            for text in [message.text.value, message.html?.value ?? ""] {
                #expect(!text.contains("onerror") && !text.contains("{link}"))
            }
        }
    }

    @Test("An unconfirmed address and an account without an address get no notice")
    func unconfirmed() async throws {
        try await IdentityHarness.withAda { identity, stranger in
            var claims = PersonClaims(email: Personal("ben@example.org"))
            var accounts = [stranger, try await identity.send(CreateAccount.of(.username("carl"))).profile.account]
            for (subject, isVerified) in [("a", false), ("b", true)] {
                claims.emailIsVerified = isVerified
                accounts.append(
                    try await identity.send(
                        RecogniseIssuedUser(
                            issuer: "https://login.example", subjectHash: String(repeating: subject, count: 64),
                            claims: claims)
                    ).profile.account)
            }
            for account in accounts {
                let report = ReportSignIn(account: account, id: "\(account)", client: nil, at: .start)
                #expect(try await identity.outcome(report) == nil)
                #expect(try await identity.outcome(BeginExport(account: account, person: nil)) == nil)
            }
            // This user is notified of both, and no other user is notified.
            for _ in 1...2 { #expect(await identity.outbox.next()?.account == accounts[3]) }
            let unknown = ReportSignIn(account: .named("nobody"), id: "s1", client: nil, at: .start)
            #expect(try await identity.outcome(unknown) == .notFound)
            _ = try await identity.send(RequestEmailCode(account: stranger, purpose: .verification))
            #expect(await identity.outbox.next()?.kind == .emailVerification)
        }
    }

    @Test("A notice waits once, however often it arrives", arguments: StoreKind.allCases)
    func waitsOnce(_ kind: StoreKind) async throws {
        let store = try stores.identity(kind)
        let ada = try await store.create().profile.account
        try await store.confirmAddress(of: ada)
        for id in ["s1", "s1", "s2"] {
            let notice = MessageDraft.sample(.newSignIn, id: id, token: "", expiresAt: nil)
            _ = try await store.report(ada, telling: notice, at: .start)
        }
        let waiting = try await store.claimMessages(limit: 10, at: .start)
        #expect(Set(waiting.map(\.id)) == ["s1", "s2"] && waiting.count == 2)
    }
}
