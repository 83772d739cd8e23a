import Models
import ServiceRuntime

extension ValueForm where Value == String {
    /// It need not exist. Browsers require no TLS for this machine's name.
    static func domain(orLocalhost takesLocalhost: Bool = false) -> ValueForm {
        .single(
            "domain", allowed: "a domain in lower case such as example.com",
            read: { (text) throws(InvalidValue) in
                let labels = text.split(separator: ".", omittingEmptySubsequences: false)
                let isDomain = labels.allSatisfy { label in
                    let isPlain = label.utf8.allSatisfy {
                        $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
                    }
                    return isPlain && (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                }
                let isWhole = labels.count > 1 || takesLocalhost && text == "localhost"
                guard isDomain, isWhole, text.utf8.count <= 190 else { throw InvalidValue("is not a domain") }
                return text
            }, write: { $0 })
    }
}
