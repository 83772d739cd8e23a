// The header by which one call can be followed through every service's log.

/// The value of the header `traceparent` (W3C Trace Context, section 3.2): a new trace for each call.
struct TraceParent: Sendable {
    /// 32 hexadecimal digits, not all of them 0.
    let trace: String
    /// 16 hexadecimal digits, not all of them 0.
    let parent: String

    init(_ random: any BaliseRandomSource) {
        trace = TraceParent.digits(random.bytes(16))
        parent = TraceParent.digits(random.bytes(8))
    }

    /// Version 00, and the flag that says that the caller records nothing itself.
    var text: String { "00-\(trace)-\(parent)-00" }

    /// The digits of some bytes. Zeros alone would make the header invalid, so the last digit is 1 then.
    private static func digits(_ bytes: [UInt8]) -> String {
        let text = hexadecimal(bytes)
        return bytes.allSatisfy { $0 == 0 } ? text.dropLast() + "1" : text
    }
}
