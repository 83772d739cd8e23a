// The ids under which requests stand in the log.

import Synchronization

/// Makes the ids of requests: a random start that is counted up, so that no two of a process are the same.
final class RequestIDs: Sendable {
    private let next: Atomic<UInt64>

    /// Begins at `start`, which a program takes at random.
    init(start: UInt64) { next = Atomic(start) }

    /// 15 hexadecimal digits: as many as a Swift string holds without allocating memory.
    func make() -> String {
        let number = next.wrappingAdd(1, ordering: .relaxed).newValue
        return String(unsafeUninitializedCapacity: 15) { digits in
            for position in 0..<15 {
                let digit = UInt8(truncatingIfNeeded: number >> UInt64(56 - 4 * position)) & 0xF
                digits[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 15
        }
    }
}
