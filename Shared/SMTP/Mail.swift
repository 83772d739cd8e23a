public import Foundation
public import Models

/// An address with its owner's name.
public struct Mailbox: Sendable {
    /// The owner's name; may be empty.
    public let name: String
    public let address: EmailAddress

    public init(name: String = "", address: EmailAddress) {
        self.name = name
        self.address = address
    }
}

/// A mail to one recipient, as text and optionally as HTML.
public struct Mail: Sendable {
    /// The mail's id, which is the same for each try. The Message-ID begins with it.
    public let id: String
    public let from: Mailbox
    public let to: EmailAddress
    public let subject: String
    /// The language of the subject and the body, as a BCP 47 tag.
    public let language: String
    public let date: Date
    public let text: String
    /// The body as HTML; nil if the mail is only text.
    public let html: String?

    public init(
        id: String, from: Mailbox, to: EmailAddress, subject: String, language: String, date: Date, text: String,
        html: String?
    ) {
        (self.id, self.from, self.to, self.subject) = (id, from, to, subject)
        (self.language, self.date, self.text, self.html) = (language, date, text, html)
    }

    /// Returns the lines of the mail with CRLF. No line is longer than 78 bytes, unless it has a long address or id.
    /// Throws if a value is not allowed in a header.
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
            // This field prevents automatic replies (RFC 3834).
            "Auto-Submitted: auto-generated",
            "Content-Language: \(language)",
        ]
        guard let html else {
            lines += Mail.part("plain", text)
            return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
        }
        // Quoted-printable writes = as =3D, so the body never contains this boundary.
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

    /// Returns a date in the form of RFC 5322, for example `Wed, 25 Nov 2026 17:05:09 +0000`.
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

enum HeaderText {
    /// The length of the longest line in bytes, without CRLF.
    private static let maximumLine = 76
    /// How many bytes of text fit into one encoded word, which may have 75 characters.
    private static let bytesInWord = 42

    static func line(_ name: String, _ text: String) throws(SMTPFailure) -> String {
        try check(text)
        let plain = "\(name): \(text)"
        if isPlain(text), plain.utf8.count <= maximumLine { return plain }
        return "\(name): \(encodedWords(text))"
    }

    static func line(_ name: String, mailbox: Mailbox) throws(SMTPFailure) -> String {
        try check(mailbox.name)
        let address = "<\(mailbox.address.text.value)>"
        if mailbox.name.isEmpty { return "\(name): \(address)" }
        let quoted = mailbox.name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let shown = isPlain(mailbox.name) && quoted.utf8.count <= 60 ? "\"\(quoted)\"" : encodedWords(mailbox.name)
        // The address has a line of its own, so that no line is too long.
        return "\(name): \(shown)\r\n \(address)"
    }

    /// Throws for a text with a line break, which would start another field.
    private static func check(_ text: String) throws(SMTPFailure) {
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw SMTPFailure("a header has a line break or another control character in it", isFinal: true)
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x20...0x7e).contains($0) } && !text.contains("=?") && text.first != " "
            && text.last != " "
    }

    private static func encodedWords(_ text: String) -> String {
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if (words.last?.count ?? 0) + bytes.count > bytesInWord { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}

enum QuotedPrintable {
    /// The length of the longest line in bytes, without CRLF.
    private static let maximumLine = 76

    static func encode(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { encodeLine(Array($0.utf8)) }.joined(separator: "\r\n")
    }

    private static func encodeLine(_ bytes: [UInt8]) -> String {
        var lines: [String] = []
        var line = ""
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            let piece = written(byte, isLast: isLast)
            // A line that continues needs room for the = of its soft line break.
            if line.utf8.count + piece.utf8.count > (isLast ? maximumLine : maximumLine - 1) {
                lines.append(line + "=")
                line = ""
            }
            line += piece
        }
        return (lines + [line]).joined(separator: "\r\n")
    }

    private static func written(_ byte: UInt8, isLast: Bool) -> String {
        switch byte {
        case UInt8(ascii: "="): "=3D"
        // White space at the end of a line is encoded, because servers may remove it.
        case 0x20, 0x09: isLast ? "=" + hexadecimal(byte) : String(UnicodeScalar(byte))
        case 0x21...0x7e: String(UnicodeScalar(byte))
        default: "=" + hexadecimal(byte)
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }
}

enum MailData {
    /// Adds a dot before each line that begins with a dot (RFC 5321, section 4.5.2), and a final line with only a dot.
    static func terminated(_ mail: [UInt8]) -> [UInt8] {
        let dot = UInt8(ascii: ".")
        var data: [UInt8] = []
        data.reserveCapacity(mail.count + 64)
        var isAtLineStart = true
        for byte in mail {
            if isAtLineStart, byte == dot { data.append(dot) }
            data.append(byte)
            isAtLineStart = byte == UInt8(ascii: "\n")
        }
        if !isAtLineStart { data += Array("\r\n".utf8) }
        return data + Array(".\r\n".utf8)
    }
}
