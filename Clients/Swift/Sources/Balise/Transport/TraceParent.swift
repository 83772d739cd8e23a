/// The value of the header `traceparent` (W3C Trace Context, section 3.2). With it a call can be followed through the
/// logs of every service. Each call starts a new trace.
struct TraceParent: Sendable {
    /// 32 hexadecimal digits, not all of them 0.
    let trace: String
    /// 16 hexadecimal digits, not all of them 0.
    let parent: String

    init(_ random: any BaliseRandomSource) {
        trace = TraceParent.digits(random.bytes(16))
        parent = TraceParent.digits(random.bytes(8))
    }

    /// Version 00, and the flag for a caller that records nothing itself.
    var text: String { "00-\(trace)-\(parent)-00" }

    /// Zeros alone would make the header invalid, so the last digit is then 1.
    private static func digits(_ bytes: [UInt8]) -> String {
        let text = hexadecimal(bytes)
        return bytes.allSatisfy { $0 == 0 } ? text.dropLast() + "1" : text
    }
}
