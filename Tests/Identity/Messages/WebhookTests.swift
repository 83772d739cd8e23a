import Crypto

@testable import Identity

extension MessageKind {
    /// Whether it only tells something, and opens nothing.
    var isNotice: Bool {
        [.emailChanged, .emailTaken, .exported, .exportedByOperator, .newSignIn, .newForwarder].contains(self)
    }
}

extension PersonalMessage {
    static func sample(
        _ kind: MessageKind = .passwordReset, page: String? = "https://app.example/reset?t={token}",
        locale: String? = "en", templates: MessageTemplates = .builtIn
    ) -> PersonalMessage {
        let draft = MessageDraft.sample(kind, id: "0123456789ab", token: kind.isNotice ? "" : "pr_secret-token")
        do {
            let claimed = ClaimedMessage(
                id: draft.id, account: .named("ada"), kind: kind,
                sealed: try draft.sealed(to: Personal("ada@example.org"), in: locale, zone: nil), createdAt: .start,
                expiresAt: kind.isNotice ? nil : UnixTime(milliseconds: 1_800_000_000_000), tries: 1)
            let codeLink = page.map { $0.replacing("{token}", with: "{kind}/{token}") }
            let composer = MessageComposer(
                seal: .sample, templates: templates, resetLink: page, accountLink: "/account", codeLink: codeLink)
            return try composer.message(of: claimed)
        } catch { preconditionFailure("\(error)") }
    }
}

@Suite("The webhook", .timeLimit(.minutes(10))) struct WebhookTests {
    private static let secret = "0123456789abcdef"

    private func send(to receiver: FakeReceiver) async -> MessageNotSent? {
        let url = receiver.url("/hook?key=of-the-operator")
        let sender = WebhookMessageSender(url: url, secret: WebhookTests.secret, timeout: .seconds(60))
        var failure: MessageNotSent?
        do throws(MessageNotSent) { try await sender.send(.sample()) } catch { failure = error }
        await sender.close()
        return failure
    }

    @Test("The webhook gets the message as JSON, with a signature of its body")
    func request() async throws {
        try await FakeReceiver.run { receiver in
            #expect(await send(to: receiver) == nil)
            let call = try #require(receiver.calls.first)
            #expect(receiver.calls.count == 1)
            #expect(call.method == "POST" && call.path == "/hook?key=of-the-operator")
            #expect(call.headers["content-type"] == "application/json")
            let key = SymmetricKey(data: Data(WebhookTests.secret.utf8))
            let code = opaqueIDText(HMAC<SHA256>.authenticationCode(for: call.body, using: key))
            #expect(call.headers["x-balise-signature"] == "sha256=\(code)")
            let body = try #require(try JSONSerialization.jsonObject(with: Data(call.body)) as? [String: String])
            #expect(
                body == [
                    "id": "0123456789ab", "kind": "password-reset", "channel": "email", "to": "ada@example.org",
                    "locale": "en", "subject": "Your new password", "token": "pr_secret-token",
                    "link": "https://app.example/reset?t=pr_secret-token", "expiresAt": "2027-01-15T08:00:00Z",
                    "text": PersonalMessage.sample().text.value, "html": PersonalMessage.sample().html?.value ?? "",
                ])
        }
    }

    @Test(
        "A message is tried again after a failure of the webhook",
        arguments: [.status(500), .status(503), .status(429), .status(408), .hangUp] as [FakeReceiver.Answer])
    func failures(_ answer: FakeReceiver.Answer) async throws {
        try await FakeReceiver.run(answer) { receiver in
            let failure = try #require(await send(to: receiver))
            #expect(!failure.isFinal && failure.description.contains("the webhook failed"))
            #expect(await send(to: receiver) == nil)
            // The same message each time, so that a receiver that took it twice can tell.
            #expect(receiver.calls.count == 2 && Set(receiver.calls.map(\.body)).count == 1)
        }
    }

    @Test("A refusal by the webhook gives the message up", arguments: [400, 401, 404, 410, 422] as [UInt])
    func refusal(_ status: UInt) async throws {
        try await FakeReceiver.run(.status(status)) { receiver in
            let failure = try #require(await send(to: receiver))
            #expect(failure.isFinal && failure.description.contains("status \(status)"))
            #expect(receiver.calls.count == 1)
        }
    }

    @Test(
        "The status alone says that the webhook has accepted a message",
        arguments: [.body(1 << 20), .drip] as [FakeReceiver.Answer])
    func body(_ answer: FakeReceiver.Answer) async throws {
        try await FakeReceiver.run(answer) { receiver in
            #expect(await send(to: receiver) == nil)
            #expect(receiver.calls.count == 1)
        }
    }

    @Test("Error texts contain neither address nor token nor the webhook's URL")
    func redaction() async throws {
        let nowhere = try #require(URL(string: "http://127.0.0.1:1/hook?key=of-the-operator"))
        let sender = WebhookMessageSender(url: nowhere, secret: WebhookTests.secret, timeout: .milliseconds(50))
        let failure = await #expect(throws: MessageNotSent.self) { try await sender.send(.sample()) }
        await sender.close()
        let reason = try #require(failure).description
        for word in ["ada@", "pr_", "of-the-operator", WebhookTests.secret] { #expect(!reason.contains(word)) }
    }
}
