// The passwords that are guessed first.

/// The commonest passwords, which nobody may choose.
enum CommonPasswords {
    /// Read at the first question, so that a start costs nothing.
    private static let all = Set(text.split(whereSeparator: \.isWhitespace))

    /// Whether a password, in lower case, is one of them.
    static func contain(_ password: String) -> Bool { all.contains(Substring(password)) }
}
