// The whole program of the tutorial: it signs in, receives a push, and follows a place live. The slices are in the
// article FirstApp; `.ci/check-articles --write` copies them there.

import Balise
import Foundation

// snippet.client
/// One client serves the whole app, from any task.
func makeClient() throws -> BaliseClient {
    guard let server = URL(string: "http://127.0.0.1:8080") else { throw BaliseError.invalid("This is no address.") }
    // An app leaves `secrets` out. The Keychain then keeps its session, but only for signed apps.
    return BaliseClient(BaliseConfiguration(server: server, secrets: MemorySecretStore()))
}
// snippet.end

// snippet.signIn
/// Creates the account at the first start, and signs in at every later start.
func signIn(_ client: BaliseClient) async throws(BaliseError) -> BaliseUser {
    let password = SecretText("correct horse battery")
    do throws(BaliseError) {
        return try await client.sessions.register(RegisterRequest(username: "first-app", password: password))
    } catch {
        guard error.code == .duplicate else { throw error }
        return try await client.sessions.signIn("first-app", password: password)
    }
}
// snippet.end

// snippet.sessions
/// Shows where the user is signed in, and signs them out everywhere else.
func tidySessions(_ client: BaliseClient) async throws(BaliseError) {
    let sessions = try await client.sessions.list()
    let ended = try await client.sessions.endOthers()
    print("Sessions: \(sessions.count), of which \(ended) ended now.")
}
// snippet.end

// snippet.push
/// Registers a push device with a token as Apple makes them, and sends it a test push.
func receivePush(_ client: BaliseClient) async throws(BaliseError) {
    let token = SecretText(String(repeating: "ab12cd34", count: 8))
    try await client.push.register(RegisterPushTokenRequest(token: token))
    _ = try await client.push.sendTest(
        SendTestPushRequest(kind: .offer, subject: 123, title: "Hello", body: "From your first app"))
}
// snippet.end

// snippet.share
/// Makes a device with a key, claims it for the account, and sends its place.
func share(_ client: BaliseClient) async throws(BaliseError) -> LocationDeviceID {
    let device = LocationDeviceID()
    try await client.locations.keys.set(for: device)
    _ = try await client.locations.keys.claim(device)
    let place = DeviceLocation(recordedAt: Date(), latitude: 48.3904, longitude: -4.4861, horizontalAccuracy: 12)
    try await client.locations.update(place, of: device, keeping: .newestOnly(minutes: 60))
    return device
}
// snippet.end

// snippet.follow
/// Shows the places of all devices that the user may see, until the place of `device` arrives.
func follow(_ places: LivePlaces, until device: LocationDeviceID) async throws {
    for try await event in places {
        switch event {
        case .place(let found):
            print("Place: \(found.location.latitude), \(found.location.longitude)")
            if found.device == device { return }
        case .gone(let hidden): print("\(hidden) is no longer visible.")
        case .reset: print("All earlier places are outdated.")
        }
    }
}

/// Shows whether the places are current.
func showConnection(of places: LivePlaces) async {
    for await state in places.connectionStates() {
        switch state {
        case .connecting: print("Connecting.")
        case .open: print("Live.")
        case .waiting(let date): print("Not live. The next try is at \(date).")
        case .ended: return
        }
    }
}
// snippet.end

// snippet.main
do {
    let client = try makeClient()
    let user = try await signIn(client)
    print("Signed in as \(user.username).")
    try await tidySessions(client)
    try await receivePush(client)

    let device = try await share(client)
    let places = client.places.stream()
    let connection = Task { await showConnection(of: places) }
    try await follow(places, until: device)
    await connection.value

    try await client.locations.deleteLocation(of: device)
    try await client.locations.keys.release(device)
} catch let error as BaliseError {
    print("For the user: \(error.localizedDescription)")
    print("For the log: \(error)")
}
// snippet.end
