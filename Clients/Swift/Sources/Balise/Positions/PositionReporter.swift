// Reports positions from a source of places, as seldom as serves the purpose.

public import Foundation

/// When a position is news: it decides about battery, traffic and how exactly "near" is meant.
public struct PositionNews: Hashable, Sendable {
    /// How far the person has to have moved, in metres.
    public var distance: Double
    /// After how many seconds the same position is told again, so that it does not grow too old on the server.
    public var interval: TimeInterval

    /// By default a position is news after half a kilometre, or after half an hour.
    public init(distance: Double = 500, interval: TimeInterval = 1800) {
        self.distance = distance
        self.interval = interval
    }

    /// Whether a fix is to be reported after the one that was reported last.
    public func counts(_ fix: LocationFix, after last: LocationFix?) -> Bool {
        guard let last else { return true }
        let seconds = fix.recordedAt.timeIntervalSince(last.recordedAt)
        guard seconds > 0 else { return false }
        return seconds >= interval || fix.metres(to: last) >= distance
    }
}

extension LocationFix {
    /// The great-circle distance (haversine formula, on a sphere of 6,371 km), in metres.
    func metres(to other: LocationFix) -> Double {
        let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let (south, east) = (sin((to - from) / 2), sin((other.longitude - longitude) * .pi / 360))
        let part = south * south + cos(from) * cos(to) * east * east
        return 2 * 6_371_000 * asin(min(1, part.squareRoot()))
    }
}

extension PositionsAPI {
    /// Reports what a source of places gives, until the source ends, the task is cancelled or the session is over.
    ///
    /// A report that fails is not repeated: the next place is newer, and news by what was reported last.
    ///
    /// - Parameters:
    ///   - source: Gives the places, one after the other.
    ///   - news: Which places are reported.
    ///   - onFailure: Is told of each report that failed.
    /// - Throws: `signedOut`, since no later report can do better.
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
