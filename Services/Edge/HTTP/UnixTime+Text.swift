// Moments as clients write them.

import Models

extension UnixTime {
    /// Reads `2026-01-31T12:00:00Z` (RFC 3339) and what apps write in its place: without seconds, with a fraction, with an
    /// offset with or without its colon, without a zone (then it is UTC), or as a date alone. Nil for anything else.
    init?(written text: String) {
        guard text.utf8.count <= 40 else { return nil }
        var rest = Array(text.utf8)[...]
        guard let year = rest.number(of: 4), rest.take("-"), let month = rest.number(of: 2, in: 1...12), rest.take("-"),
            let day = rest.number(of: 2, in: 1...31), day <= daysOfMonth(month, in: year)
        else { return nil }
        let midnight = Int64(civilDay(year, month, day)) * 86_400_000
        if rest.isEmpty {
            self.init(milliseconds: midnight)
            return
        }
        guard rest.take("T") || rest.take("t") || rest.take(" "), let time = rest.timeOfDay(),
            let offset = rest.zoneOffset(), rest.isEmpty
        else { return nil }
        self.init(milliseconds: midnight + time - offset)
    }
}

extension ArraySlice<UInt8> {
    fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard first == UInt8(ascii: character) else { return false }
        removeFirst()
        return true
    }

    /// Exactly so many digits.
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

    /// Hours, minutes and, where they are given, seconds and their fraction; in milliseconds.
    fileprivate mutating func timeOfDay() -> Int64? {
        guard let hour = number(of: 2, in: 0...23), take(":"), let minute = number(of: 2, in: 0...59) else {
            return nil
        }
        let minutes = Int64(hour * 60 + minute) * 60_000
        guard take(":") else { return minutes }
        // 60 is a leap second.
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

    /// Milliseconds that the zone is ahead of UTC.
    fileprivate mutating func zoneOffset() -> Int64? {
        if isEmpty || take("Z") || take("z") { return 0 }
        let sign: Int64
        // A plus sign that was not escaped in an address arrives as a blank.
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

/// Days from 1970-01-01 to a Gregorian date, by the 400-year cycle that begins on 0000-03-01.
private func civilDay(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // The year counts from March, so that the leap day is its last.
    let marchYear = month <= 2 ? year - 1 : year
    let cycle = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfCycle = marchYear - cycle * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * 146_097 + dayOfCycle - 719_468
}
