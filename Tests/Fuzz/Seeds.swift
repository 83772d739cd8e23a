// Messages for the fuzzer to start from, as the coder writes them and in forms that it does not write.

import CBOR
import Foundation
import Models

enum Seeds {
    /// The samples are no values any more: without them nothing would be fuzzed that the coder writes.
    private struct NoSeeds: Error {}

    static func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, seed) in (try messages() + foreign).enumerated() {
            try Data(seed).write(to: folder.appending(path: "seed-\(index)"))
        }
    }

    private static func messages() throws -> [[UInt8]] {
        let encoder = CBOREncoder()
        guard let device = DeviceID("6B29FC40-CA47-1067-B31D-00DD010662DA"), let key = DeviceKey("secret") else {
            throw NoSeeds()
        }
        let location = Location(
            timestamp: LocationValue(json: "1731500000"), longitude: LocationValue(json: "10.8"),
            latitude: LocationValue(json: "\"49.8\""), horizontalAccuracy: LocationValue(json: "50"), altitude: .null)
        let change = FeedChange(sequence: 7, key: "k", value: [1, 2, 3])
        let tombstone = FeedChange(sequence: 300, key: "l", value: nil)
        var client = ClientInfo()
        client.userAgent = "app/1"
        client.address = Personal("192.0.2.1")
        let sample = MetricSample(
            name: "m", kind: .histogram, labels: [["a", "b"]], value: 1.5, bounds: [0.1, 1], counts: [1, 2, 3])
        return [
            try encoder.encode(
                UpdateLocation(
                    entries: [.init(device: device, key: key, location: location)], keepsHistory: true,
                    retentionMinutes: nil)),
            try encoder.encode(GetLocation(reader: Reader(device: device), devices: [device, device])),
            try encoder.encode(
                GetLocation.Reply(found: [nil, .init(device: device, location: location, slogan: "hé")])),
            try encoder.encode(
                FeedPage(epoch: .init(rawValue: .max), changes: [change, tombstone], highWater: 300, startsOver: false)),
            try encoder.encode(client), try encoder.encode(ReadMetrics.Reply(metrics: [sample])),
            try encoder.encode(ServiceError(.forbidden, "no", retryAfter: 3)),
            try encoder.encode(Choice.deeper(.named(text: "t", flag: nil))),
            try encoder.encode(Derived(name: "n", size: 3)),
            try encoder.encode(Collections(byText: ["a": 1, "01": 2], byNumber: [1.5: true], members: ["x", "y"])),
            try encoder.encode(Scalars(int: -1, uint64: .max, double: 1.1, float: .infinity, date: Date())),
            try encoder.encode(["k": [1: Scalars(bool: true)]]),
        ]
    }

    /// Indefinite lengths, tags, odd widths, chunks, keys out of order, simple values.
    private static let foreign: [[UInt8]] = [
        [
            0xBF, 0x02, 0x03, 0x01, 0x9F, 0x9F, 0xF9, 0x3C, 0x00, 0xFF, 0xFF, 0x00, 0xA1, 0x64, 0x6E, 0x6F, 0x74, 0x65,
            0xF6, 0xFF,
        ],
        [0x7F, 0x61, 0x61, 0x62, 0xC3, 0xA9, 0xFF], [0x5F, 0x41, 0x01, 0x40, 0x42, 0x02, 0x03, 0xFF],
        [0xC1, 0x1A, 0x51, 0x4B, 0x67, 0xB0], [0xD8, 0x20, 0xC2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        [0x1B, 0, 0, 0, 0, 0, 0, 0, 1], [0xF8, 0xFF], [0xF7], [0xA2, 0x18, 0x01, 0xF5, 0x00, 0xF4],
        [0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x3B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        [0xA1, 0x7F, 0x61, 0x61, 0x61, 0x62, 0xFF, 0x01], [UInt8](repeating: 0x81, count: 70) + [0x00],
    ]
}
