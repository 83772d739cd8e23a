// How this side calls itself to a mail server.

import Models

extension SMTPOptions {
    /// The name by which a host may call itself in EHLO; nil for one that others could not look up (RFC 5321, section
    /// 2.3.5), in whose place its address goes: names of containers, and of this machine alone.
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
