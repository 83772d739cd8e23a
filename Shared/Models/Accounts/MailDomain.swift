import Foundation

/// The domain of an e-mail address, in ASCII (IDNA, by UTS 46).
enum MailDomain {
    static func ascii(_ written: String) throws(EmailAddress.Flaw) -> String {
        // UTS 46 normalises every other full stop to `.`, but keeps this full stop, so it is replaced here.
        let domain = written.replacing("\u{3002}", with: ".")
        guard !domain.hasPrefix("[") else { throw .literal }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        if let last = labels.last, last.isEmpty { throw .trailingDot }
        guard labels.allSatisfy({ !$0.isEmpty }) else { throw .domainDot }
        // Browsers read a name that ends with a number as an IP address (WHATWG URL, section 3.5), so it is refused.
        guard let last = labels.last, !last.isASCIIDigits else { throw .literal }
        guard domain.utf8.allSatisfy({ $0 >= 0x80 || isHostByte($0) }) else { throw .domain }
        let isPlain = domain.utf8.allSatisfy { $0 < 0x80 } && !labels.contains { $0.hasPrefix(encodedPrefix) }
        guard let ascii = isPlain ? domain : encoded(domain), isHost(ascii) else { throw .domain }
        return ascii
    }

    /// The prefix of a label that encodes letters beyond ASCII (RFC 5890, section 2.3.2.1).
    private static let encodedPrefix = "xn--"

    /// Returns the domain with IDNA applied; nil if it is invalid. Foundation does this for hosts, and also refuses
    /// encodings of invalid names.
    private static func encoded(_ domain: String) -> String? {
        var parts = URLComponents()
        parts.host = domain
        guard let ascii = parts.encodedHost, isHost(ascii) else { return nil }
        parts.encodedHost = ascii
        guard let letters = parts.host else { return nil }
        parts.host = letters
        return parts.encodedHost == ascii ? ascii : nil
    }

    private static func isHost(_ ascii: String) -> Bool {
        ascii.utf8.allSatisfy(isHostByte)
            && ascii.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
