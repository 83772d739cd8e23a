// The ids under which requests stand in the log.

/// Makes the ids of requests. They are random: by ids that are counted up, whoever asks twice learns how many requests
/// others made meanwhile.
struct RequestIDs: Sendable {
    /// A random number with each call.
    let random: @Sendable () -> UInt64

    /// 15 hexadecimal digits: as many as a Swift string holds without allocating memory.
    func make() -> String {
        let number = random()
        return String(unsafeUninitializedCapacity: 15) { digits in
            for position in 0..<15 {
                let digit = UInt8(truncatingIfNeeded: number >> UInt64(56 - 4 * position)) & 0xF
                digits[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 15
        }
    }
}
