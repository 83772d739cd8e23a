import Models

enum HistoryRules {
    /// From this number on, a time is in milliseconds. In seconds, the number is in the year 5138.
    private static let firstMilliseconds = 1e11
    private static let end = 1e14

    /// The time of a fix in milliseconds since 1970, from a device's `Timestamp` in seconds or milliseconds. Nil if the
    /// `Timestamp` is not a number, is less than 1, or is at least `end`.
    static func fixedAt(_ timestamp: LocationValue) -> Int64? {
        guard let number = Numeral(timestamp, takesDecimalComma: true)?.value, (1..<end).contains(number) else {
            return nil
        }
        return Int64((number < firstMilliseconds ? number * 1000 : number).rounded())
    }

    /// Returns the points as `rules.checked` returns them, for storage. Throws `invalidRequest` for too many points,
    /// and for a point that breaks the rules, has no readable time, or is more than `SetPosition.leeway` after `now`.
    static func checked(
        _ points: [Location], by rules: LocationRules, at now: UnixTime
    ) throws(ServiceError) -> [Location] {
        guard points.count <= ImportDeviceHistory.maximumPoints else {
            throw ServiceError(
                .invalidRequest, "more than \(ImportDeviceHistory.maximumPoints) points; send fewer at once")
        }
        var kept: [Location] = []
        kept.reserveCapacity(points.count)
        for (index, point) in points.enumerated() {
            do throws(ServiceError) { kept.append(try rules.checked(point)) } catch {
                throw ServiceError(.invalidRequest, "point \(index + 1): \(error.message)")
            }
            guard let time = fixedAt(point.timestamp), time <= PositionRules.latest(at: now).rawValue else {
                throw ServiceError(.invalidRequest, "point \(index + 1) has a time in the future")
            }
        }
        return kept
    }
}

extension HistoryPoint {
    /// Makes the point of a stored place; nil for a place without readable coordinates, which updates do not allow.
    init?(_ location: Location, fixedAt: Int64?) {
        func number(_ value: LocationValue?) -> Double? {
            value.flatMap { Numeral($0, takesDecimalComma: true)?.value }
        }
        guard let latitude = number(location.latitude), let longitude = number(location.longitude) else { return nil }
        self.init(
            at: fixedAt.map(UnixTime.init(milliseconds:)), latitude: latitude, longitude: longitude,
            accuracy: number(location.horizontalAccuracy), altitude: number(location.altitude),
            speed: number(location.speed), batteryLevel: number(location.batteryLevel))
    }
}
