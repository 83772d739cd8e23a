// Numbers, truth values, places and moments in bodies.

import BaliseJSON
import Models

extension JSONValue {
    /// As `text`, for a text of at most `limit` bytes.
    func text(_ name: StaticString, atMost limit: Int) throws(EdgeError) -> String? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.count <= limit else { throw .invalid("The member \(name) may have at most \(limit) bytes.") }
        return text
    }

    /// A truth value that has to be there.
    func neededFlag(_ name: StaticString) throws(EdgeError) -> Bool {
        guard let flag = try flag(name) else { throw .invalid("The member \(name) is missing.") }
        return flag
    }

    /// A number, or nil when the member is absent or `null`.
    func number(_ name: StaticString) throws(EdgeError) -> Double? {
        guard let value = given(name) else { return nil }
        guard let number = value.lenientNumber else { throw .invalid("The member \(name) must be a number.") }
        return number
    }

    /// A number without a fraction that has to be there.
    func neededInteger(_ name: StaticString) throws(EdgeError) -> Int {
        guard let number = try number(name) else { throw .invalid("The member \(name) is missing.") }
        guard let integer = Int(exactly: number) else { throw .invalid("The member \(name) must be a whole number.") }
        return integer
    }

    /// An array of texts that has to be there; it may be empty.
    func neededTexts(_ name: StaticString) throws(EdgeError) -> [String] {
        guard let value = given(name) else { throw .invalid("The member \(name) is missing.") }
        guard let elements = value.elements else { throw .invalid("The member \(name) must be an array of texts.") }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string else { throw .invalid("The member \(name) must be an array of texts.") }
            texts.append(text)
        }
        return texts
    }

    /// The place that `latitude` and `longitude` name; both have to be there.
    func neededCoordinate() throws(EdgeError) -> Coordinate {
        guard let latitude = try number("latitude"), let longitude = try number("longitude") else {
            throw .invalid("The members latitude and longitude are needed.")
        }
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { throw .noPlace }
        return coordinate
    }

    /// A moment, or nil when the member is absent or `null`: a text such as `2026-01-31T12:00:00Z`, or a number of seconds, or
    /// of milliseconds, since 1970.
    func moment(_ name: StaticString) throws(EdgeError) -> UnixTime? {
        guard let value = given(name) else { return nil }
        if let moment = value.string.flatMap({ UnixTime(written: $0) }) { return moment }
        guard value.kind == .number, let number = decimal(value.literal), abs(number) < 1e15 else {
            throw .invalid("The member \(name) must be a time such as 2026-01-31T12:00:00Z.")
        }
        // So many seconds are over in the year 5138, so many milliseconds were in 1973.
        return UnixTime(milliseconds: Int64(abs(number) < 1e11 ? number * 1000 : number))
    }
}

extension EdgeError {
    /// Latitude and longitude are out of their ranges.
    static var noPlace: EdgeError {
        .invalid("The latitude must be from -90 to 90, the longitude from -180 to 180.")
    }
}

extension APICall {
    /// The text in the place of one of the path's parameters, percent-decoded; 404 where it names nothing that can be.
    func parameter(_ position: Int = 0, atMost limit: Int = 128) throws(EdgeError) -> String {
        let parameters = request.parameters
        guard parameters.indices.contains(position),
            let text = decodePercent(parameters[position].utf8, strict: true), (1...limit).contains(text.utf8.count)
        else { throw EdgeError(.notFound, "") }
        return text
    }
}
