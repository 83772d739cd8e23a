enum Fresh {
    /// In every device id, after the few characters that a log may contain.
    static let deviceMark = "zD3v1cE"
    static let keyMark = "zS3cr3T"

    static let nameMark = "zn4m3xq"
    static let passwordMark = "zP4ssW0rd"

    static let cityMark = "zC1tY"

    /// In every push token, as hex digits and as text.
    static let deviceMarks = ["0ddba11c0ffee5", "zH4ndS3t"]

    static let marks = [deviceMark, keyMark, nameMark, passwordMark, cityMark] + deviceMarks

    static func device() -> String { "dev-\(deviceMark)-\(UUID().uuidString)" }

    static func devices(_ count: Int) -> [String] { (0..<count).map { _ in device() } }

    static func key() -> String { "key-\(keyMark)-\(token(24))" }

    static func iPhone() -> String { hex(12) + deviceMarks[0] + hex(38) }

    static func android() -> String { "\(token(22)):APA91b-\(deviceMarks[1])_\(token(100))" }

    private static func hex(_ length: Int) -> String {
        String((0..<length).compactMap { _ in "0123456789abcdef".randomElement() })
    }

    static func token(_ length: Int) -> String {
        String((0..<length).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() })
    }
}
