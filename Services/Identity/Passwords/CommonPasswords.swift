/// The most common passwords, which are refused.
enum CommonPasswords {
    /// Read at the first use, so that the start stays fast.
    private static let all = Set(text.split(whereSeparator: \.isWhitespace))

    static func contain(_ password: String) -> Bool { all.contains(Substring(password)) }
}
