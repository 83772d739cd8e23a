// The calls about where a signed-in person is.

public import BaliseAPI
public import Foundation

/// Tells the server where the signed-in person is, so that announcements reach who is near; and what it keeps of that.
public struct PositionsAPI: Sendable {
    let caller: APICaller

    /// What is kept of where the person was.
    public func current() async throws(BaliseError) -> PositionStatusResponse {
        try await caller.call(AppCalls.getPosition).data
    }

    /// Tells where the person is.
    ///
    /// - Parameters:
    ///   - latitude: Degrees, -90 to 90.
    ///   - longitude: Degrees, -180 to 180.
    ///   - accuracy: Metres, 0 to 100,000; nil when unknown.
    ///   - moment: When the person was there; nil for now, by the server's clock.
    /// - Returns: Whether it is kept: not when the server has a newer one, or the person has forbidden it.
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

    /// Erases the position. The next one that is reported is kept again.
    public func erase() async throws(BaliseError) {
        try await caller.send(AppCalls.erasePosition)
    }

    /// Allows or forbids that positions are kept; forbidding erases what there is.
    @discardableResult
    public func allow(_ isAllowed: Bool) async throws(BaliseError) -> PositionStatusResponse {
        try await caller.call(AppCalls.allowPositions, body: AllowPositionsRequest(allowed: isAllowed)).data
    }
}

extension BaliseClient {
    /// Where the signed-in person is.
    public var positions: PositionsAPI { PositionsAPI(caller: caller) }
}
