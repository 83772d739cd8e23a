import SMTP

@testable import Identity

@Suite("The trial of the mail server", .timeLimit(.minutes(10))) struct MailLoginTests {
    @Test("A sign-in is tried without a mail; a refused one is a failure with its code", arguments: ["right", "wrong"])
    func signIn(_ password: String) async throws {
        var plan = FakeMailServer.Plan()
        plan.login = ("box", "right")
        try await FakeMailServer.run(plan) { server in
            var messages = Settings().messages
            messages.sender = .smtp
            messages.smtp.host = "127.0.0.1"
            messages.smtp.port = server.port
            messages.smtp.security = .none
            messages.smtp.senderAddress = try EmailAddress("box@example.org")
            messages.smtp.user = "box"
            messages.smtp.password = Secret(password)
            let sender = try #require(try SMTPMessageSender(messages, clock: SetClock(), host: "balise.example.org"))
            let finding = await sender.tryLogin()
            await sender.close()
            #expect(finding.state == (password == "right" ? .ok : .failure))
            #expect(finding.found.contains("535") == (password == "wrong"))
            #expect(!finding.found.contains("wrong") && server.mails.isEmpty)
        }
    }
}
