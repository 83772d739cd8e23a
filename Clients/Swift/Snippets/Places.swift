// Places in an app: sharing them, reading them, following them.
//
// The slices of this file are in the article of the same name, so that its code compiles; `.ci/check-articles --write`
// copies them.

import Balise
import Foundation

// snippet.device
func protectedDevice(_ client: BaliseClient, _ settings: UserDefaults) async throws -> LocationDeviceID {
    if let known = settings.string(forKey: "device").flatMap({ LocationDeviceID($0) }) { return known }
    let device = LocationDeviceID()
    try await client.locations.keys.set(for: device)
    settings.set(device.text, forKey: "device")
    return device
}
// snippet.end

// snippet.share
func startSharing(
    _ client: BaliseClient, of phone: LocationDeviceID, from source: any LocationSource, in folder: URL
) async throws -> LocationSharing {
    let sharing = try await client.locations.sharing(of: phone, from: source, in: folder)
    Task { await sharing.run() }
    return sharing
}

func chooseWalk(_ sharing: LocationSharing) async throws {
    // The mode is precise for an hour, and then as before.
    try await sharing.setPower(.precise(until: Date() + 3600))
}
// snippet.end

// snippet.arrivals
func watchHome(
    _ client: BaliseClient, of phone: LocationDeviceID, at home: DeviceLocation, watcher: String
) async throws {
    let place = CreateArrivalPlaceRequest(
        name: "Home", device: phone.text, latitude: home.latitude, longitude: home.longitude, radius: 150,
        watchers: [watcher])
    _ = try await client.locations.arrivals.create(place)
}
// snippet.end

// snippet.question
func answer(_ payload: [AnyHashable: Any], of phone: LocationDeviceID, _ sharing: LocationSharing) async throws {
    guard ReceivedPush(payload: payload).askedDevice == phone else { return }
    try await sharing.answerQuestion()
}
// snippet.end

// snippet.outbox
func store(_ place: DeviceLocation, of phone: LocationDeviceID, _ outbox: LocationOutbox) async throws {
    try await outbox.add(place, of: phone, keeping: .newestOnly(minutes: 60))
}
// snippet.end

// snippet.read
func whereIs(_ friend: LocationDeviceID, _ client: BaliseClient, as own: LocationDeviceID) async throws -> String {
    guard let found = try await client.locations.location(of: friend, as: own) else {
        return "There is no place, or it is not for you."
    }
    return "\(found.location.latitude), \(found.location.longitude)"
}
// snippet.end

// snippet.map
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
final class FriendsScreen {
    let map: BalisePlacesModel

    init(_ client: BaliseClient, _ friends: [LocationDeviceID], as own: LocationDeviceID) {
        map = BalisePlacesModel(client.locations.stream(of: friends, as: own))
    }

    /// Follows the friends' places for as long as the screen is shown. Call this in a task of the screen.
    func run() async { await map.run() }

    var notice: String? {
        if let problem = map.problem { return problem.localizedDescription }
        return map.connection == .open ? nil : "Not live. The places may be old."
    }
}
// snippet.end

// snippet.family
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
func describe(_ family: BaliseFamilyModel) -> [String] {
    family.members.map { member in
        let name = member.name ?? member.device.text
        guard let place = member.place else { return "\(name) has no place." }
        let battery = place.batteryLevel.map { ", battery \(Int($0)) %" } ?? ""
        return "\(name): within \(Int(place.horizontalAccuracy)) m, seen \(place.recordedAt)\(battery)"
    }
}
// snippet.end

// snippet.history
func limitHistory(of phone: LocationDeviceID, _ client: BaliseClient, saving file: URL) async throws {
    // These calls need a device that the signed-in user has claimed.
    try await client.locations.downloadHistory(of: phone, as: .gpx, into: file)
    try await client.locations.keepHistory(of: phone, forDays: 30)
}
// snippet.end

// snippet.city
func tellCity(_ places: any ClientPlaceSource) async { await ClientInfoProvider.shared.use(places: places) }
// snippet.end
