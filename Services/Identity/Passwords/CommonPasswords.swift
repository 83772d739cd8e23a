import CMessageTemplates

/// The most common passwords, which are refused: more than three thousand, by public counts of leaked passwords, in
/// lower case and with at least 8 characters.
enum CommonPasswords {
    /// The list. It is read at the first use, so that the start stays fast.
    static let all: Set<Substring> = {
        let file = common_passwords()
        let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
        return Set(String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace))
    }()

    static func contain(_ password: String) -> Bool { all.contains(Substring(password)) }
}
