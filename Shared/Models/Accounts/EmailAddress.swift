import Foundation

/// An e-mail address in one form for storing, comparing and sending: in lower case, with an ASCII domain (IDNA), which
/// every mail server accepts. It is a dot-atom on each side of the @ (RFC 5322, with the letters of RFC 6532). Quoted
/// parts, comments and IP addresses are refused, because mail servers seldom deliver to them.
public struct EmailAddress: Hashable, Sendable {
    /// The address. Logs never show it.
    public let text: Personal<String>

    /// The largest size of an address in bytes (RFC 5321, section 4.5.3.1.3, without its brackets).
    public static let maximumBytes = 254

    /// The largest number of bytes before the @ (RFC 5321, section 4.5.3.1.1).
    static let maximumLocalBytes = 64

    public init(_ typed: String) throws(Flaw) {
        let trimmed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        // NFKC may shorten compatibility forms, such as full-width letters, so a longer text may pass, up to a limit.
        guard !trimmed.isEmpty, trimmed.utf8.count <= 4 * EmailAddress.maximumBytes else { throw .length }
        // The text is composed twice, because a lower-case letter may have a composed form that its capital lacks.
        let plain = trimmed.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCompatibilityMapping
        if let flaw = Flaw(ofWhole: plain) { throw flaw }
        let halves = plain.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, let local = halves.first, let domain = halves.last, !local.isEmpty, !domain.isEmpty
        else { throw .at }
        if let flaw = Flaw(ofLocalPart: local) { throw flaw }
        let ascii = try MailDomain.ascii(String(domain))
        let whole = "\(local)@\(ascii)"
        guard whole.utf8.count <= EmailAddress.maximumBytes else { throw .length }
        text = Personal(whole)
    }

    public var domain: String { String(text.value.drop { $0 != "@" }.dropFirst()) }

    /// Whether the address needs a mail server that accepts letters beyond ASCII (RFC 6531).
    public var isInternational: Bool { !text.value.utf8.allSatisfy { $0 < 0x80 } }
}

extension EmailAddress {
    /// The rule that a text violates. The raw value completes the sentence of the error for the user.
    public enum Flaw: String, ServiceRefusal, Hashable, CaseIterable {
        case at = "it needs one @ with something on both sides"
        case length = "it needs 1 to 254 bytes"
        case scheme = "leave out \"mailto:\""
        case brackets = "write it alone, without < and >"
        case invisible = "there is an invisible character in it; type it anew"
        case space = "there is a space or a control character in it"
        case separator = "write one address alone, without comma and semicolon"
        case quotes = "quotes and comments are not accepted"
        case localDot = "the part before the @ may not begin or end with a dot, or have two in a row"
        case localLength = "the part before the @ has at most 64 bytes"
        case sign = "it contains a character that addresses cannot have"
        case literal = "write the name of a domain and not an IP address"
        case trailingDot = "leave out the dot at its end"
        case domainDot = "a dot in the domain has nothing before it"
        case domain = "the part after the @ is not a domain"

        public var answer: ServiceError {
            ServiceError(.invalidRequest, "this is not an e-mail address: \(rawValue)", field: "email")
        }

        fileprivate init?(ofWhole text: String) {
            let scalars = text.unicodeScalars
            if text.hasPrefix("mailto:") {
                self = .scheme
            } else if scalars.contains(where: { $0 == "<" || $0 == ">" }) {
                self = .brackets
            } else if scalars.contains(where: { $0.properties.isWhitespace || $0.isControl }) {
                self = .space
            } else if scalars.contains(where: \.isInvisible) {
                self = .invisible
            } else if scalars.contains(where: { $0 == "," || $0 == ";" }) {
                self = .separator
            } else if scalars.contains(where: { $0 == "\"" || $0 == "(" || $0 == ")" }) {
                self = .quotes
            } else {
                return nil
            }
        }

        fileprivate init?(ofLocalPart text: Substring) {
            if text.utf8.count > EmailAddress.maximumLocalBytes {
                self = .localLength
            } else if text.hasPrefix(".") || text.hasSuffix(".") || text.contains("..") {
                self = .localDot
            } else if !text.utf8.allSatisfy({ $0 >= 0x80 || $0.isASCIIAlphanumeric || Flaw.atomSigns.contains($0) }) {
                self = .sign
            } else {
                return nil
            }
        }

        private static let atomSigns = Set("!#$%&'*+-/=?^_`{|}~.".utf8)
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible, so that two texts could look the same, or has an unknown look, like private
    /// and unassigned characters.
    public var isInvisible: Bool {
        if properties.isDefaultIgnorableCodePoint { return true }
        return switch properties.generalCategory {
        case .format, .privateUse, .unassigned, .surrogate: true
        // This is the blank braille pattern, which Unicode classifies as a symbol.
        default: self == "\u{2800}"
        }
    }
}
