public import Foundation
public import Models

/// An address with its owner's name.
public struct Mailbox: Sendable {
    /// The name; may be empty.
    public let name: String
    public let address: EmailAddress

    public init(name: String = "", address: EmailAddress) {
        self.name = name
        self.address = address
    }
}

/// A mail to one person, as text and optionally HTML.
public struct Mail: Sendable {
    /// The same for each try of the mail; the beginning of the Message-ID.
    public let id: String
    public let from: Mailbox
    public let to: EmailAddress
    public let subject: String
    /// The BCP 47 tag of subject and body.
    public let language: String
    public let date: Date
    public let text: String
    /// The same as HTML; nil for none.
    public let html: String?

    public init(
        id: String, from: Mailbox, to: EmailAddress, subject: String, language: String, date: Date, text: String,
        html: String?
    ) {
        (self.id, self.from, self.to, self.subject) = (id, from, to, subject)
        (self.language, self.date, self.text, self.html) = (language, date, text, html)
    }

    /// The lines of the mail with CRLF, none longer than 78 bytes except for a long address. Throws if a value is not allowed
    /// in a header.
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
            // RFC 3834: prevents automatic replies.
            "Auto-Submitted: auto-generated",
            "Content-Language: \(language)",
        ]
        guard let html else {
            lines += Mail.part("plain", text)
            return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
        }
        // Quoted-printable never contains this: it writes = as =3D.
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
    fileprivate var isPlainWord: Bool { wholeMatch(of: /[A-Za-z0-9_\-]{1,64}/) != nil }
}

enum MailDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// In the form of RFC 5322, for example `Wed, 25 Nov 2026 17:05:09 +0000`.
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
