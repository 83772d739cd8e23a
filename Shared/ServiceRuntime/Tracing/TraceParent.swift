/// The field `traceparent` (W3C Trace Context, section 3.2).
struct TraceParent: Hashable, Sendable {
    static let name = "traceparent"

    /// The trace's id: 32 hexadecimal digits.
    let traceID: String
    /// The span's id: 16 hexadecimal digits.
    let spanID: String
    let isSampled: Bool

    init(traceID: String, spanID: String, isSampled: Bool) {
        (self.traceID, self.spanID, self.isSampled) = (traceID, spanID, isSampled)
    }

    /// Reads the field; nil if it is malformed. Later versions may have more parts, which are ignored (section 3.2.4).
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4 || parts.count > 4 && parts[0] != "00",
            isHexadecimal(parts[0], 2), parts[0] != "ff", isID(parts[1], 32), isID(parts[2], 16),
            isHexadecimal(parts[3], 2), let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        self.init(traceID: String(parts[1]), spanID: String(parts[2]), isSampled: flags & 1 == 1)
    }

    var text: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }
}

private func isID(_ text: Substring, _ length: Int) -> Bool {
    isHexadecimal(text, length) && text.utf8.contains { $0 != UInt8(ascii: "0") }
}

/// Whether a text is `length` hexadecimal digits. Only lower case is allowed.
private func isHexadecimal(_ text: Substring, _ length: Int) -> Bool {
    text.utf8.count == length
        && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
}
