public import BaliseAPI
public import Foundation

/// Reports the user's position, so that announcements reach users nearby, and reads and erases the stored one.
public struct PositionsAPI: Sendable {
    let caller: APICaller

    /// The stored position, and whether the user allows storing it.
    public func current() async throws(BaliseError) -> PositionStatusResponse {
        try await caller.call(AppCalls.getPosition).data
    }

    /// Reports the user's position.
    /// - Parameter latitude: Degrees, -90 to 90.
    /// - Parameter longitude: Degrees, -180 to 180.
    /// - Parameter accuracy: In metres, 0 to 100,000; nil when unknown.
    /// - Parameter moment: The time of the position; nil for now, by the server's clock.
    /// - Returns: Whether the server stored it. It does not if it has a newer one, or if the user forbids it.
    @discardableResult
    public func report(
        latitude: Double, longitude: Double, accuracy: Double? = nil, at moment: Date? = nil
    ) async throws(BaliseError) -> Bool {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else {
            throw .invalid("a latitude is from -90 to 90, a longitude from -180 to 180")
        }
        let body = SetPositionRequest(
            latitude: latitude, longitude: longitude, accuracy: accuracy, timestamp: moment)
        return try await caller.call(AppCalls.setPosition, body: body).data.kept
    }

    /// Erases the position. The next report is stored again.
    public func erase() async throws(BaliseError) {
        try await caller.send(AppCalls.erasePosition)
    }

    /// Allows or forbids storing positions. Forbidding erases the stored one.
    @discardableResult
    public func allow(_ isAllowed: Bool) async throws(BaliseError) -> PositionStatusResponse {
        try await caller.call(AppCalls.allowPositions, body: AllowPositionsRequest(allowed: isAllowed)).data
    }
}

extension BaliseClient {
    /// The signed-in user's position.
    public var positions: PositionsAPI { PositionsAPI(caller: caller) }
}
