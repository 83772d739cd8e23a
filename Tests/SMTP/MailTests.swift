import Foundation
public import Models
import Testing

@testable import SMTP

extension EmailAddress: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = try! EmailAddress(text) }
}

extension Mail {
    static func sample(
        id: String = "0123456789ab", to: EmailAddress = "ada@example.org", from: Mailbox = .sample,
        subject: String = "Your new password", language: String = "en", text: String = "Hello,\n\nset it here.\n",
        html: String? = "<p>Hello</p>\n"
    ) -> Mail {
        Mail(
            id: id, from: from, to: to, subject: subject, language: language,
            date: Date(timeIntervalSince1970: 1_800_000_000), text: text, html: html)
    }

    var lines: [String] {
        get throws { String(decoding: try rendered(), as: UTF8.self).components(separatedBy: "\r\n") }
    }
}

extension Mailbox {
    static let sample = Mailbox(name: "Balise", address: "balise@mail.example")
}

@Suite("A mail", .timeLimit(.minutes(10)))
struct MailTests {
    @Test("is written as text and HTML, with what a mail needs")
    func whole() throws {
        #expect(
            try Mail.sample().lines == [
                "From: \"Balise\"", " <balise@mail.example>", "To: <ada@example.org>", "Subject: Your new password",
                "Date: Fri, 15 Jan 2027 08:00:00 +0000", "Message-ID: <0123456789ab@mail.example>",
                "MIME-Version: 1.0", "Auto-Submitted: auto-generated", "Content-Language: en",
                "Content-Type: multipart/alternative; boundary=\"=_0123456789ab\"", "", "--=_0123456789ab",
                "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
                "Hello,", "", "set it here.", "", "--=_0123456789ab", "Content-Type: text/html; charset=utf-8",
                "Content-Transfer-Encoding: quoted-printable", "", "<p>Hello</p>", "", "--=_0123456789ab--", "",
            ])
    }

    @Test("without HTML is one text")
    func plain() throws {
        let lines = try Mail.sample(html: nil).lines
        #expect(lines.contains("Content-Type: text/plain; charset=utf-8"))
        #expect(!lines.contains { $0.contains("boundary") })
    }

    private static let long = String(repeating: "ünd so weiter 🙂 = ", count: 40)

    @Test("has lines of 7 bits, none longer than 78 bytes")
    func lines() throws {
        let mail = Mail.sample(
            from: Mailbox(name: Self.long, address: "balise@mail.example"), subject: Self.long, text: Self.long,
            html: Self.long)
        for line in try mail.lines {
            #expect(line.utf8.count <= 78 && line.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "\(line)")
        }
    }

    private static let broken = [
        "two\r\nBcc: <eve@example.org>", "two\nlines", "two\rlines", "nul\0", "bell\u{7}", "escape\u{1b}",
    ]

    @Test("takes no line break in a header", arguments: broken)
    func injection(_ text: String) {
        let mails = [
            Mail.sample(subject: text), Mail.sample(from: Mailbox(name: text, address: "balise@mail.example")),
            Mail.sample(id: text), Mail.sample(language: text),
        ]
        for mail in mails {
            let failure = #expect(throws: SMTPFailure.self) { try mail.rendered() }
            #expect(failure?.isFinal == true)
        }
    }

    @Test(
        "has readable headers with special characters",
        arguments: [
            ("Votre adresse a changé", "Subject: =?utf-8?B?Vm90cmUgYWRyZXNzZSBhIGNoYW5nw6k=?="),
            ("=?utf-8?B?x?=", "Subject: =?utf-8?B?PT91dGYtOD9CP3g/PQ==?="), ("plain", "Subject: plain"),
            ("", "Subject: "),
        ])
    func encodedWords(_ text: String, _ line: String) throws { #expect(try HeaderText.line("Subject", text) == line) }

    @Test("quotes special characters in a name")
    func names() throws {
        let mailbox = Mailbox(name: "The \"B\" \\ team", address: "b@example.org")
        let line = try HeaderText.line("From", mailbox: mailbox)
        #expect(line == "From: \"The \\\"B\\\" \\\\ team\"\r\n <b@example.org>")
        #expect(try HeaderText.line("From", mailbox: Mailbox(address: "b@example.org")) == "From: <b@example.org>")
    }

    @Test(
        "has a body in quoted-printable",
        arguments: [
            ("a=b", "a=3Db"), ("é", "=C3=A9"), ("end \nnext\t\n", "end=20\r\nnext=09\r\n"),
            ("a\r\nb\rc", "a\r\nb\r\nc"),
            (String(repeating: "x", count: 76), String(repeating: "x", count: 76)),
            (String(repeating: "x", count: 77), String(repeating: "x", count: 75) + "=\r\nxx"),
            (String(repeating: "x", count: 75) + "é", String(repeating: "x", count: 75) + "=\r\n=C3=A9"), ("\0", "=00"),
        ])
    func quotedPrintable(_ text: String, _ encoded: String) { #expect(QuotedPrintable.encode(text) == encoded) }

    @Test(
        "ends with a line with one dot, and no line of the text can be mistaken for it",
        arguments: [
            ("a\r\n", "a\r\n.\r\n"), (".\r\n..b\r\n", "..\r\n...b\r\n.\r\n"), ("a", "a\r\n.\r\n"), ("", ".\r\n"),
            ("a.\r\n", "a.\r\n.\r\n"),
        ])
    func dots(_ mail: String, _ data: String) {
        #expect(String(decoding: MailData.terminated(Array(mail.utf8)), as: UTF8.self) == data)
    }

    @Test(
        "has a date as RFC 5322 writes it",
        arguments: [
            (0.0, "Thu, 1 Jan 1970 00:00:00 +0000"), (951_827_696, "Tue, 29 Feb 2000 12:34:56 +0000"),
            (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 +0000"),
        ])
    func dates(_ seconds: Double, _ text: String) {
        #expect(MailDate.text(Date(timeIntervalSince1970: seconds)) == text)
    }
}

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
    func noReply(_ text: String) { #expect(throws: SMTPReplyReader.Malformed.self) { try read(text) } }

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
