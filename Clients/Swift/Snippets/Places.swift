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
actor Sharing {
    private let outbox: LocationOutbox
    private let device: LocationDeviceID

    init(_ client: BaliseClient, _ device: LocationDeviceID, folder: URL) throws {
        outbox = try client.locations.outbox(at: folder.appendingPathComponent("outbox"))
        self.device = device
    }

    /// Sends the stored and the new places, for as long as the app runs.
    func run() async { await outbox.run() }

    /// Stores a new place on the disk until the server has it.
    func moved(to place: DeviceLocation) async throws {
        try await outbox.add(place, of: device, keeping: .newestOnly(minutes: 60))
    }
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
@MainActor
final class FriendsMap {
    private(set) var places: [LocationDeviceID: DeviceLocation] = [:]
    private(set) var notice: String?

    /// Follows the friends for as long as the screen is shown. Call it in a task of the screen.
    func run(_ client: BaliseClient, _ friends: [LocationDeviceID], as own: LocationDeviceID) async throws {
        let stream = client.locations.stream(of: friends, as: own)
        let connection = Task { await showConnection(of: stream) }
        defer { connection.cancel() }
        for try await event in stream {
            switch event {
            case .place(let found): places[found.device] = found.location
            case .gone(let device): places[device] = nil
            case .reset: places = [:]
            }
        }
    }

    private func showConnection(of stream: LivePlaces) async {
        for await state in stream.connectionStates() {
            notice = if case .waiting(let date) = state { "Not live. The next try is at \(date)." } else { nil }
        }
    }
}
// snippet.end

// snippet.history
func limitHistory(of phone: LocationDeviceID, _ client: BaliseClient, saving file: URL) async throws {
    // The phone is claimed by the signed-in user.
    try await client.locations.downloadHistory(of: phone, as: .gpx, to: file)
    try await client.locations.keepHistory(of: phone, forDays: 30)
}
// snippet.end

// snippet.city
func tellCity(_ places: any ClientPlaceSource) async { await ClientInfoProvider.shared.use(places: places) }
// snippet.end
