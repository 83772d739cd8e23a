public import BaliseAPI
import BaliseJSON
public import Foundation

/// The form of a downloaded history.
public enum HistoryFileFormat: Sendable {
    /// GPX 1.1 with one track.
    case gpx
    /// A FeatureCollection of GeoJSON (RFC 7946).
    case geoJSON
}

// The signed-in owner makes these calls about a claimed device. They add no visitor.
extension LocationsAPI {
    /// How long the server may take for a download, in seconds.
    private static let downloadTimeout: TimeInterval = 600

    /// Reads a page of the history of a claimed device, the newest points first.
    /// - Parameters:
    ///   - start: The start of the time range; nil for the beginning of the history.
    ///   - end: The end of the time range, which is not part of it; nil for no end.
    ///   - cursor: The `nextCursor` of the previous page; nil for the first page.
    ///   - limit: The largest number of points, from 1 to 1,000.
    public func ownHistory(
        of device: LocationDeviceID, from start: Date? = nil, to end: Date? = nil, after cursor: String? = nil,
        limit: Int = 100
    ) async throws(BaliseError) -> DeviceHistoryPage {
        var query = range(start, end)
        query.append(("cursor", cursor))
        query.append(("limit", String(limit)))
        return try await caller.call(AppCalls.readHistory, at: device.text, query: query).data
    }

    /// Deletes the points of a time range from the history of a claimed device. The current place stays.
    /// - Returns: The number of deleted points.
    /// - Throws: `invalid` if both `start` and `end` are missing.
    @discardableResult
    public func deleteHistory(
        of device: LocationDeviceID, from start: Date? = nil, to end: Date? = nil
    ) async throws(BaliseError) -> Int {
        guard start != nil || end != nil else { throw .invalid("a deletion needs the range that it deletes") }
        return try await caller.call(AppCalls.deleteHistory, at: device.text, query: range(start, end)).data.deleted
    }

    /// Returns how long the history of a claimed device is kept.
    public func historyRetention(of device: LocationDeviceID) async throws(BaliseError) -> DeviceHistoryRetention {
        try await caller.call(AppCalls.getHistoryRetention, at: device.text).data
    }

    /// Keeps the history of a claimed device for a number of days. The server soon deletes older points.
    /// - Parameter days: From 1 to 3,650; nil to keep the history without a limit.
    @discardableResult
    public func keepHistory(
        of device: LocationDeviceID, forDays days: Int?
    ) async throws(BaliseError) -> DeviceHistoryRetention {
        guard let days else { return try await caller.call(AppCalls.removeHistoryRetention, at: device.text).data }
        let body = SetHistoryRetentionRequest(days: days)
        return try await caller.call(AppCalls.setHistoryRetention, at: device.text, body: body).data
    }

    /// Writes the history of a claimed device to a file, the oldest points first.
    /// - Parameter file: Appears when it is complete. If the file already exists, the call fails and sends nothing.
    ///   Keep it where no other user or app can read it.
    public func downloadHistory(
        of device: LocationDeviceID, as format: HistoryFileFormat, from start: Date? = nil, to end: Date? = nil,
        into file: URL
    ) async throws(BaliseError) {
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw .invalid("there is a file at \(file.path)")
        }
        let call = format == .gpx ? AppCalls.exportHistoryAsGPX : AppCalls.exportHistoryAsGeoJSON
        var request = APIRequest(call, [try pathSegment(device.text)], query: range(start, end))
        request.timeout = Self.downloadTimeout
        request.file = file
        _ = try await caller.send(request, as: .session)
    }

    /// Adds the track points of a GPX document to the history of a claimed device: all or none, at most 20,000. Points
    /// whose time is already in the history are not stored again, so you may repeat an import.
    /// - Throws: `refused` with `conflict` if the device reports without history.
    public func importHistory(
        _ gpx: Data, of device: LocationDeviceID
    ) async throws(BaliseError) -> ImportedHistory {
        let request = APIRequest(
            AppCalls.importHistory, [try pathSegment(device.text)], body: .data(gpx, type: "application/gpx+xml"))
        let answer: ResponseEnvelope<ImportedHistory> = try await caller.send(request, as: .session).body()
        return answer.data
    }

    private func range(_ start: Date?, _ end: Date?) -> [(String, String?)] {
        [("from", start), ("to", end)].map { name, moment in
            (name, moment.map { RFC3339.text(of: $0, to: .milliseconds) })
        }
    }
}
