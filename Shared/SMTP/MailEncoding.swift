import Foundation
import Models

enum HeaderText {
    /// The longest line, without CRLF.
    private static let maximumLine = 76
    /// The bytes of text in one encoded word, which has at most 75 characters.
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
        // On a line of its own, so that no line is too long.
        return "\(name): \(shown)\r\n \(address)"
    }

    /// A line break would start another field.
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
    /// The longest line, without CRLF.
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
            // Leaves room for the = of a soft line break.
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
        // Servers may remove trailing white space.
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
    /// Adds a dot before each line that begins with one (RFC 5321, section 4.5.2), and the final line with a dot.
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
