// Who hears of an announcement, as it was decided.

import Models

/// Somebody who hears of an announcement, with the figures of the decision.
struct DecidedRecipient: Hashable, Sendable {
    var account: AccountID
    /// Metres.
    var distance: Double
    /// Kilometres.
    var radius: Int
    var positionAt: UnixTime
}

/// Recipients in the form in which they wait to be queued: one after the other, each with its name behind the figures.
enum DecidedRecipients {
    static func encode(_ recipients: some Sequence<DecidedRecipient>) -> [UInt8] {
        var bytes: [UInt8] = []
        for one in recipients {
            append(one.distance.bitPattern, to: &bytes)
            append(UInt64(bitPattern: one.positionAt.rawValue), to: &bytes)
            bytes.append(UInt8(clamping: one.radius))
            bytes.append(UInt8(clamping: one.account.text.utf8.count))
            bytes.append(contentsOf: one.account.text.utf8)
        }
        return bytes
    }

    /// Nil for bytes that `encode` has not made.
    static func decode(_ bytes: [UInt8]) -> [DecidedRecipient]? {
        var recipients: [DecidedRecipient] = []
        var place = 0
        while place < bytes.count {
            guard place + 18 <= bytes.count else { return nil }
            let distance = Double(bitPattern: number(bytes, at: place))
            let positionAt = UnixTime(rawValue: Int64(bitPattern: number(bytes, at: place + 8)))
            let (radius, length) = (Int(bytes[place + 16]), Int(bytes[place + 17]))
            place += 18
            guard place + length <= bytes.count,
                let account = AccountID(String(decoding: bytes[place..<place + length], as: UTF8.self))
            else { return nil }
            place += length
            recipients.append(
                DecidedRecipient(account: account, distance: distance, radius: radius, positionAt: positionAt))
        }
        return recipients
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
    }
}
