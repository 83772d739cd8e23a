import BaliseJSON
import Foundation
import Models

/// The answer to a place of OwnTracks: the app's own device, which it would otherwise not show, and its friends. The
/// app knows them only by their `tid`, and refuses a number that is written as a text.
struct OwnTracksFriends {
    let json: [UInt8]

    /// - Parameter tidOfOwn: The `tid` that the app has sent.
    init(_ reply: ReportByTracker.Reply, tidOfOwn: String?) {
        var tids = OwnTracksIDs()
        var objects: [JSONObject] = []
        for place in reply.places {
            let isOwn = place.device == reply.device
            let tid = tids.take(for: place.device, wanted: isOwn ? tidOfOwn : nil)
            guard let object = JSONObject(place.location, tid: tid) else { continue }
            // Without a card the app names a friend by its tid, which says more than a UUID.
            if !isOwn, UUID(uuidString: place.device.text) == nil {
                var card = JSONObject()
                card.set("_type", "card")
                card.set("tid", tid)
                card.set("name", place.device.text)
                objects.append(card)
            }
            objects.append(object)
        }
        var writer = JSONWriter(capacity: 16 + 128 * objects.count)
        writer.write("[")
        for (position, object) in objects.enumerated() {
            if position > 0 { writer.write(",") }
            writer.write(json: object.bytes)
        }
        writer.write("]")
        json = writer.bytes
    }
}

/// The `tid` of each device: two letters or digits, or more if other devices have these. A device keeps its `tid` as
/// long as the devices before it do not change, because the app would show another `tid` as a second pin.
struct OwnTracksIDs {
    private var taken: Set<String> = []

    mutating func take(for device: DeviceID, wanted: String? = nil) -> String {
        let letters = device.text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let first = letters.first.map(String.init) ?? "X"
        let pairs = letters.dropFirst().map { first + String($0) }
        let numbered = (1...).lazy.map { "\(first)\($0)" }
        let free = { [taken] (tid: String) in !taken.contains(tid) }
        let wanted = wanted.flatMap { (1...32).contains($0.length) ? $0 : nil }
        let tid = wanted ?? pairs.first(where: free) ?? numbered.first(where: free) ?? first
        taken.insert(tid)
        return tid
    }
}

extension JSONObject {
    /// Fails unless coordinates and time are numbers.
    fileprivate init?(_ location: Location, tid: String) {
        func number(_ value: LocationValue?) -> Double? {
            guard let value, let text = coordinate(value) else { return nil }
            return decimal(text)
        }
        func whole(_ value: LocationValue?, times factor: Double = 1, within range: ClosedRange<Double>) -> Int64? {
            guard let amount = number(value) else { return nil }
            return Int64((max(range.lowerBound, min(amount, range.upperBound)) * factor).rounded())
        }
        guard let latitude = coordinate(location.latitude), let longitude = coordinate(location.longitude),
            let time = number(location.timestamp), (1...1e15).contains(time)
        else { return nil }
        self.init()
        set("_type", "location")
        set("tid", tid)
        set("lat", json: latitude)
        set("lon", json: longitude)
        // Apps write seconds or milliseconds.
        set("tst", Int64((time < 1e11 ? time : time / 1000).rounded(.down)))
        set("acc", whole(location.horizontalAccuracy, within: 0...1e6))
        set("vel", whole(location.speed, times: 3.6, within: 0...1000))
        set("alt", whole(location.altitude, within: -1e6...1e6))
        set("batt", whole(location.batteryLevel, within: 0...100))
    }
}
