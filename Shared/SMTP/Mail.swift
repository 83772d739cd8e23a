// A mail as it goes to a server: its headers and its body (RFC 5322, RFC 2045 to 2047).

public import Foundation
public import Models

/// An address with the name of whoever has it.
public struct Mailbox: Sendable {
    /// What is shown; may be empty.
    public let name: String
    public let address: EmailAddress

    public init(name: String = "", address: EmailAddress) {
        self.name = name
        self.address = address
    }
}

/// A mail to one person.
public struct Mail: Sendable {
    /// The same each time that the mail is tried again; what a Message-ID begins with.
    public let id: String
    public let from: Mailbox
    public let to: EmailAddress
    public let subject: String
    /// The language of subject and body: a BCP 47 tag.
    public let language: String
    public let date: Date
    public let text: String
    /// The same as HTML; nil where there is none.
    public let html: String?

    public init(
        id: String, from: Mailbox, to: EmailAddress, subject: String, language: String, date: Date, text: String,
        html: String?
    ) {
        (self.id, self.from, self.to, self.subject) = (id, from, to, subject)
        (self.language, self.date, self.text, self.html) = (language, date, text, html)
    }

    /// The lines of the mail with CRLF at the end of each, none longer than 78 bytes but for a long address.
    ///
    /// - Throws: `SMTPFailure`, for good, when a value cannot stand in a header.
    func rendered() throws(SMTPFailure) -> [UInt8] {
        guard id.isPlainWord, language.isPlainWord else {
            throw SMTPFailure("the id or the language is none", isFinal: true)
        }
        var lines = [
            try HeaderText.line("From", mailbox: from),
            "To: <\(to.text.value)>",
            try HeaderText.line("Subject", subject),
            "Date: \(MailDate.text(date))",
            "Message-ID: <\(id)@\(from.address.domain)>",
            "MIME-Version: 1.0",
            // RFC 3834: nobody's absence is answered to it.
            "Auto-Submitted: auto-generated",
            "Content-Language: \(language)",
        ]
        guard let html else {
            lines += Mail.part("plain", text)
            return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
        }
        // Quoted-printable has no such line: it writes = as =3D.
        let boundary = "=_\(id)"
        lines += ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""]
        lines += ["--\(boundary)"] + Mail.part("plain", text)
        lines += ["--\(boundary)"] + Mail.part("html", html)
        lines += ["--\(boundary)--"]
        return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }

    private static func part(_ subtype: String, _ text: String) -> [String] {
        [
            "Content-Type: text/\(subtype); charset=utf-8", "Content-Transfer-Encoding: quoted-printable", "",
            QuotedPrintable.encode(text),
        ]
    }
}

extension String {
    /// Whether it is made of ASCII's letters, digits, - and _.
    fileprivate var isPlainWord: Bool { wholeMatch(of: /[A-Za-z0-9_\-]{1,64}/) != nil }
}

/// The moment of a mail as RFC 5322 writes it.
enum MailDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// For example `Wed, 25 Nov 2026 17:05:09 +0000`.
    static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let part = { calendar.component($0, from: date) }
        func two(_ component: Calendar.Component) -> String {
            let number = part(component)
            return number < 10 ? "0\(number)" : "\(number)"
        }
        return "\(days[(part(.weekday) - 1) % 7]), \(part(.day)) \(months[(part(.month) - 1) % 12]) \(part(.year)) "
            + "\(two(.hour)):\(two(.minute)):\(two(.second)) +0000"
    }
}
