import Foundation
import Testing

@testable import Balise

extension LocationDeviceID {
    static func named(_ text: String) throws -> LocationDeviceID { try #require(LocationDeviceID(text)) }
}

extension LocationDeviceKey {
    static func of(_ secret: String) throws -> LocationDeviceKey { try #require(LocationDeviceKey(secret)) }
}

extension DeviceLocation {
    /// A place that was recorded so many seconds after the start of the tests' clock.
    static func at(_ seconds: TimeInterval, latitude: Double = 48.25) -> DeviceLocation {
        DeviceLocation(
            recordedAt: Date(timeIntervalSince1970: 1_800_000_000 + seconds), latitude: latitude, longitude: 10.5,
            horizontalAccuracy: 5)
    }
}

/// The timestamps of the places that were recorded so many seconds after the start of the tests' clock.
func timestamps(_ seconds: Int...) -> [String] { seconds.map { String(1_800_000_000 + $0) } }

extension BaliseError {
    /// A refusal's status; nil for another error.
    var status: Int? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal.status
    }
}

/// The error that `call` throws.
func failure<Result>(_ call: () async throws -> Result) async throws -> BaliseError {
    do {
        _ = try await call()
    } catch { return try #require(error as? BaliseError) }
    throw NoFailure()
}

struct NoFailure: Error {}
