import Models

struct LocationRules: Sendable {
    /// Whether to accept the values of 1.0 clients: fractional timestamps, accuracies out of range, decimal commas.
    let servesLegacyClients: Bool

    /// Returns the location for storage: without unknown values, and with the client's own text for the others.
    ///
    /// Throws `invalidRequest` with the name of the first value that is out of range.
    func checked(_ location: Location) throws(ServiceError) -> Location {
        try checkTimestamp(location.timestamp)
        try check(location.longitude, "Longitude", within: -180...180)
        try check(location.latitude, "Latitude", within: -90...90)
        try checkAccuracy(location.horizontalAccuracy)
        var kept = location
        kept.speed = try known(location.speed, "Speed", within: 0...1000)
        kept.batteryLevel = try known(location.batteryLevel, "BatteryLevel", within: 0...100)
        kept.altitude = try known(location.altitude, "Altitude", within: -1000...100_000, stringMayBeMinusOne: true)
        return kept
    }

    private func number(_ value: LocationValue, _ name: StaticString) throws(ServiceError) -> Numeral {
        guard let number = Numeral(value, takesDecimalComma: servesLegacyClients) else {
            throw ServiceError(.invalidRequest, "\(name) is not a number")
        }
        return number
    }

    private func checkTimestamp(_ value: LocationValue) throws(ServiceError) {
        let time = try number(value, "Timestamp").value
        guard time >= 1, servesLegacyClients || time.rounded(.towardZero) == time else {
            throw ServiceError(.invalidRequest, "Timestamp is not a whole number of at least 1")
        }
    }

    private func checkAccuracy(_ value: LocationValue) throws(ServiceError) {
        if servesLegacyClients {
            _ = try number(value, "HorizontalAccuracy")
        } else {
            try check(value, "HorizontalAccuracy", within: 0...10_000)
        }
    }

    private func check(
        _ value: LocationValue, _ name: StaticString, within range: ClosedRange<Double>
    ) throws(ServiceError) {
        guard range.contains(try number(value, name).value) else { throw LocationRules.outOfRange(name, range) }
    }

    /// Returns nil for -1, which means an unknown value; `null` stays as it is.
    private func known(
        _ value: LocationValue?, _ name: StaticString, within range: ClosedRange<Double>,
        stringMayBeMinusOne: Bool = false
    ) throws(ServiceError) -> LocationValue? {
        guard let value else { return nil }
        if value == .null { return value }
        let number = try number(value, name)
        if number.value == -1, !(number.isString && stringMayBeMinusOne) { return nil }
        guard range.contains(number.value) else { throw LocationRules.outOfRange(name, range) }
        return value
    }

    private static func outOfRange(_ name: StaticString, _ range: ClosedRange<Double>) -> ServiceError {
        let (minimum, maximum) = (Int(range.lowerBound), Int(range.upperBound))
        return ServiceError(.invalidRequest, "\(name) is not within \(minimum) and \(maximum)")
    }
}
