import Testing

@testable import SMTP

@Suite("Replies of a mail server", .timeLimit(.minutes(10)))
struct SMTPReplyTests {
    private func read(_ text: String, by size: Int = .max) throws -> [SMTPReply] {
        var reader = SMTPReplyReader()
        var replies: [SMTPReply] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            replies += try reader.read(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return replies
    }

    @Test("have one line or several, in any fragments", arguments: [1, 2, 3, 7, 1000])
    func whole(_ size: Int) throws {
        let text = "220 here\r\n250-mail.example\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS\r\n354\r\n"
        #expect(
            try read(text, by: size) == [
                SMTPReply(code: 220, lines: ["here"]),
                SMTPReply(code: 250, lines: ["mail.example", "AUTH PLAIN LOGIN", "STARTTLS"]),
                SMTPReply(code: 354, lines: [""]),
            ])
    }

    private static let malformed = [
        "hello\r\n", "25\r\n", "2500 x\r\n", "250_x\r\n", "100 x\r\n", "600 x\r\n", "250-a\r\n251 b\r\n", "\r\n",
        "HTTP/1.1 400 Bad Request\r\n", String(repeating: "2", count: 5000),
        String(repeating: "250-x\r\n", count: 300),
    ]

    @Test("are refused if they have another form, or no end", arguments: malformed)
    func noReply(_ text: String) {
        #expect(throws: SMTPReplyReader.Malformed.self) { try read(text) }
    }

    @Test("show only their codes, because a server's text may quote an address")
    func shown() {
        let reply = SMTPReply(code: 550, lines: ["5.1.1 <ada@example.org>: unknown", "5.1.1 really"])
        #expect(reply.shownCode == "550 5.1.1")
        #expect(SMTPReply(code: 550, lines: ["ada@example.org is unknown"]).shownCode == "550")
        let failure = reply.failure(of: .recipient)
        #expect(failure.description == "the mail server answered RCPT with 550 5.1.1" && failure.isFinal)
    }

    @Test(
        "are final if they refuse the mail, and not if the server is unusable",
        arguments: [
            (550, .recipient, true), (554, .content, true), (552, .sender, true), (450, .recipient, false),
            (421, .sender, false), (554, .greeting, false), (535, .authentication, false), (530, .sender, false),
            (250, .data, false), (534, .sender, false), (535, .sender, false), (538, .sender, false),
        ] as [(Int, SMTPStep, Bool)])
    func finality(_ code: Int, _ step: SMTPStep, _ isFinal: Bool) {
        #expect(SMTPReply(code: code, lines: []).failure(of: step).isFinal == isFinal)
    }

    @Test("to EHLO list the server's extensions")
    func extensions() {
        let reply = SMTPReply(code: 250, lines: ["STARTTLS.example", "size 1000", "Auth PLAIN login", "8BITMIME"])
        let extensions = SMTPExtensions(reply)
        #expect(extensions.offers("SIZE") && extensions.offers("8BITMIME") && !extensions.offers("STARTTLS"))
        #expect(extensions.mechanisms == ["PLAIN", "LOGIN"])
        #expect(!SMTPExtensions(SMTPReply(code: 250, lines: [])).offers("AUTH"))
    }
}
