public import BaliseAPI
public import Foundation

/// Reports the user's position, so that announcements reach users nearby. Also reads and erases the stored position.
public struct PositionsAPI: Sendable {
    let caller: APICaller

    /// Returns the stored position, and whether the user allows storing it.
    public func current() async throws(BaliseError) -> PositionStatusResponse {
        try await caller.call(AppCalls.getPosition).data
    }

    /// Reports the user's position.
    /// - Parameter latitude: Degrees, -90 to 90.
    /// - Parameter longitude: Degrees, -180 to 180.
    /// - Parameter accuracy: In metres, 0 to 100,000; nil when unknown.
    /// - Parameter moment: The time of the position; nil for now, by the server's clock.
    /// - Returns: Whether the server stored the position. False if it has a newer position, or if the user forbids
    ///   storing.
    @discardableResult
    public func report(
        latitude: Double, longitude: Double, accuracy: Double? = nil, at moment: Date? = nil
    ) async throws(BaliseError) -> Bool {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
            throw .invalid("a latitude is from -90 to 90, a longitude from -180 to 180")
        }
        let body = SetPositionRequest(latitude: latitude, longitude: longitude, accuracy: accuracy, timestamp: moment)
        return try await caller.call(AppCalls.setPosition, body: body).data.kept
    }

    /// Erases the position. The next report is stored again.
    public func erase() async throws(BaliseError) { try await caller.send(AppCalls.erasePosition) }

    /// Allows or forbids storing positions. Forbidding erases the stored position.
    @discardableResult
    public func allow(_ isAllowed: Bool) async throws(BaliseError) -> PositionStatusResponse {
        try await caller.call(AppCalls.allowPositions, body: AllowPositionsRequest(allowed: isAllowed)).data
    }
}

extension BaliseClient {
    /// Calls about the signed-in user's position.
    public var positions: PositionsAPI { PositionsAPI(caller: caller) }
}

/// When to report a position. The rules determine the battery use, the traffic, and how precise "near" is.
public struct PositionNews: Hashable, Sendable {
    /// The distance that the user must have moved, in metres.
    public var distance: Double
    /// The seconds after which the same position is reported again, so that the server's copy does not become too old.
    public var interval: TimeInterval

    /// Creates the rules: by default, report after half a kilometre or half an hour.
    public init(distance: Double = 500, interval: TimeInterval = 1800) {
        (self.distance, self.interval) = (distance, interval)
    }

    /// Whether to report a fix after the last reported one.
    public func counts(_ fix: LocationFix, after last: LocationFix?) -> Bool {
        guard let last else { return true }
        let seconds = fix.recordedAt.timeIntervalSince(last.recordedAt)
        guard seconds > 0 else { return false }
        return seconds >= interval || fix.metres(to: last) >= distance
    }
}

extension LocationFix {
    /// Returns the great-circle distance (haversine formula, on a sphere of 6,371 km), in metres.
    func metres(to other: LocationFix) -> Double {
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let (south, east) = (sin((to - from) / 2), sin((other.longitude - longitude) * .pi / 360))
        let part = south * south + cos(from) * cos(to) * east * east
        return 2 * 6_371_000 * asin(min(1, part.squareRoot()))
    }
}

extension PositionsAPI {
    /// Reports the positions of a source, until it ends, the task is cancelled or the session is over. A failed report
    /// is not repeated: the next place is newer, and is compared with the last place that was reported.
    /// - Parameter news: When to report a place.
    /// - Parameter onFailure: Called with the error of each failed report.
    /// - Throws: `signedOut`, because no later report can succeed.
    public func report(
        from source: any LocationFixSource, news: PositionNews = PositionNews(),
        onFailure: @Sendable (BaliseError) -> Void = { _ in }
    ) async throws(BaliseError) {
        var last: LocationFix?
        for await fix in source.fixes() where DeviceLocation(fix) != nil && news.counts(fix, after: last) {
            do throws(BaliseError) {
                try await report(
                    latitude: fix.latitude, longitude: fix.longitude, accuracy: fix.horizontalAccuracy,
                    at: fix.recordedAt)
                last = fix
            } catch {
                if error == .signedOut { throw error }
                onFailure(error)
            }
        }
    }
}
