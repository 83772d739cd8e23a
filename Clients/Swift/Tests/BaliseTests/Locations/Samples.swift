@testable import Balise

extension LocationDeviceID {
    static func named(_ text: String) throws -> LocationDeviceID { try #require(LocationDeviceID(text)) }
}

extension LocationDeviceKey {
    static func of(_ secret: String) throws -> LocationDeviceKey { try #require(LocationDeviceKey(secret)) }
}

extension DeviceLocation {
    /// A place that was recorded `seconds` after the start of the tests' clock.
    static func at(_ seconds: TimeInterval, latitude: Double = 48.25) -> DeviceLocation {
        DeviceLocation(
            recordedAt: Date(timeIntervalSince1970: 1_800_000_000 + seconds), latitude: latitude, longitude: 10.5,
            horizontalAccuracy: 5)
    }
}

/// The timestamps of places that were recorded so many seconds after the start of the tests' clock.
func timestamps(_ seconds: Int...) -> [String] { seconds.map { String(1_800_000_000 + $0) } }

struct ListedFixes: LocationFixSource {
    let list: [LocationFix]

    init(_ list: LocationFix...) { self.list = list }

    func fixes() -> AsyncStream<LocationFix> {
        AsyncStream { continuation in
            for fix in list { continuation.yield(fix) }
            continuation.finish()
        }
    }
}
