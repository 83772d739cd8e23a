public import Foundation

/// The text form of times (RFC 3339).
public enum RFC3339 {
    /// Reads `2026-01-31T12:00:00Z` and its variants in apps: without seconds, with a fraction, with an offset with or
    /// without its colon. A text without an offset names no moment.
    /// - Returns: Milliseconds since 1970, rounded down; nil for any other text.
    public static func milliseconds(of text: String) -> Int64? {
        guard text.utf8.count <= 40 else { return nil }
        var rest = Array(text.utf8)[...]
        guard let year = rest.number(of: 4), rest.take("-"), let month = rest.number(of: 2, in: 1...12), rest.take("-"),
            let day = rest.number(of: 2, in: 1...31), day <= daysOfMonth(month, in: year)
        else { return nil }
        let midnight = Int64(civilDay(year, month, day)) * 86_400_000
        guard rest.take("T") || rest.take("t") || rest.take(" "), let time = rest.timeOfDay(),
            let offset = rest.zoneOffset(), rest.isEmpty
        else { return nil }
        return midnight + time - offset
    }

    /// Writes a time in UTC, rounded down: `2026-01-31T12:00:00Z`, or `2026-01-31T12:00:00.250Z`. Times outside the
    /// years 1 to 9999 are written as the first or last moment of that range.
    public static func text(of time: Date, to precision: TimePrecision = .seconds) -> String {
        let seconds = time.timeIntervalSince1970
        guard !seconds.isNaN else { return text(milliseconds: 0, to: precision) }
        // A Date may be slightly before its whole millisecond, so a little is added before rounding down.
        return text(milliseconds: Int64((min(max(seconds, first), last) * 1000 + 0.001).rounded(.down)), to: precision)
    }

    /// The first and the last second that have a text, counted from 1970.
    private static let (first, last) = (-62_135_596_800.0, 253_402_300_799.0)

    private static func text(milliseconds: Int64, to precision: TimePrecision) -> String {
        let (day, time) = milliseconds.dividedDown(by: 86_400_000)
        let date = civilDate(day)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        func write(_ number: Int64, _ digits: Int, _ end: Unicode.Scalar) {
            let figures = String(number).utf8
            text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, digits - figures.count)))
            text.append(contentsOf: figures)
            text.append(UInt8(ascii: end))
        }
        write(date.year, 4, "-")
        write(date.month, 2, "-")
        write(date.day, 2, "T")
        write(time / 3_600_000, 2, ":")
        write(time / 60_000 % 60, 2, ":")
        switch precision {
        case .seconds: write(time / 1000 % 60, 2, "Z")
        case .milliseconds:
            write(time / 1000 % 60, 2, ".")
            write(time % 1000, 3, "Z")
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func number(of digits: Int, in range: ClosedRange<Int> = 0...9999) -> Int? {
        guard count >= digits else { return nil }
        var number = 0
        for byte in prefix(digits) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        removeFirst(digits)
        return range.contains(number) ? number : nil
    }

    /// Reads hours, minutes and optional seconds with a fraction. Returns milliseconds; nil for another form.
    fileprivate mutating func timeOfDay() -> Int64? {
        guard let hour = number(of: 2, in: 0...23), take(":"), let minute = number(of: 2, in: 0...59) else {
            return nil
        }
        let minutes = Int64(hour * 60 + minute) * 60_000
        guard take(":") else { return minutes }
        // A second of 60 is a leap second.
        guard let second = number(of: 2, in: 0...60) else { return nil }
        var milliseconds = minutes + Int64(second) * 1000
        guard take(".") else { return milliseconds }
        var digits = 0
        var unit: Int64 = 100
        while let digit = number(of: 1) {
            milliseconds += Int64(digit) * unit
            unit /= 10
            digits += 1
        }
        return digits > 0 ? milliseconds : nil
    }

    /// Reads the zone's offset from UTC. Returns milliseconds; nil if the text has another form.
    fileprivate mutating func zoneOffset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let sign: Int64
        // A plus sign that was not escaped in an address arrives as a space.
        if take("+") || take(" ") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = number(of: 2, in: 0...23) else { return nil }
        _ = take(":")
        guard let minutes = number(of: 2, in: 0...59) else { return nil }
        return sign * Int64(hours * 60 + minutes) * 60_000
    }
}

private func daysOfMonth(_ month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

/// Returns the days from 1970-01-01 to a Gregorian date, by the 400-year cycle that begins on 0000-03-01.
private func civilDay(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // The year is counted from March, so that the leap day is its last day.
    let marchYear = month <= 2 ? year - 1 : year
    let cycle = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfCycle = marchYear - cycle * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
}

/// Returns the Gregorian date of a day counted from 1970-01-01, by the 400-year cycle of `civilDay`.
private func civilDate(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (cycle, dayOfCycle) = (day + 719_468).dividedDown(by: 146_097)
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
}

extension Int64 {
    /// Divides and rounds the quotient down, so that the remainder is never negative.
    fileprivate func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
