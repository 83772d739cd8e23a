import Models

extension SMTPOptions {
    /// The name for EHLO; nil if other hosts could not look it up (RFC 5321, section 2.3.5), as with names of
    /// containers or of this machine only. Then the address is used.
    public static func helloName(ofHost name: String) -> String? {
        let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            label.isASCIIAlphanumeric(or: "-") && (1...63).contains(label.utf8.count) && label.first != "-"
                && label.last != "-"
        }
        guard isName, labels.count > 1, name.utf8.count <= 253, let last = labels.last, !last.isASCIIDigits,
            !["localhost", "localdomain", "local"].contains(last)
        else { return nil }
        return name.lowercased()
    }
}
