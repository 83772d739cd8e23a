/// Makes random ids for requests. From consecutive ids, a client could learn how many requests others make.
struct RequestIDs: Sendable {
    /// Returns a random number on each call.
    let random: @Sendable () -> UInt64

    /// 15 hexadecimal digits, the longest Swift string without a memory allocation.
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
