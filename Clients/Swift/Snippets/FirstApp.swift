// From an empty app to one that is signed in, shares where it is, and opens what a push leads to.
//
// The slices of this file are in the article of the same name and in the README, so that their code compiles;
// `.ci/check-articles --write` copies them.

import Balise
import Foundation

// snippet.client
enum Backend {
    static let address = "https://balise.example"

    static func client() throws -> BaliseClient {
        guard let server = URL(string: address) else { throw BaliseError.invalid("\(address) is no address") }
        return BaliseClient(BaliseConfiguration(server: server))
    }
}
// snippet.end

func overview(server: URL, password: String) async throws {
    // snippet.overview
    let client = BaliseClient(BaliseConfiguration(server: server))
    try await client.sessions.signIn("ada@example.org", password: SecretText(password))
    let sessions = try await client.sessions.list()
    // snippet.end
    print(sessions.count)
}

// snippet.signIn
struct SignInScreen {
    let client: BaliseClient

    /// Signs the user in. Returns the text for the screen if that fails, else nil.
    func signIn(name: String, password: String) async -> String? {
        do {
            try await client.sessions.signIn(name, password: SecretText(password))
            return nil
        } catch {
            switch error {
            case .refused(let refusal) where refusal.code == .wrongCredentials:
                return "The name or the password is wrong."
            case .refused(let refusal) where refusal.code == .rateLimited:
                return "Try again in \(refusal.retryAfter ?? 60) seconds."
            case .unreachable, .timedOut: return "There is no connection."
            default: return "That did not work. (\(error))"
            }
        }
    }
}
// snippet.end

// snippet.state
func showRightScreen(_ client: BaliseClient) async {
    for await state in await client.sessions.states {
        switch state {
        case .signedIn: print("show the map")
        case .tokenNeeded: print("ask the host app for a new token")
        case .signedOut: print("show the sign-in screen")
        }
    }
}
// snippet.end

// snippet.places
func tellCity(_ places: any ClientPlaceSource) async { await ClientInfoProvider.shared.use(places: places) }
// snippet.end

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

    /// Delivers what waits and what comes, for as long as the app runs.
    func run() async { await outbox.run() }

    /// The app has a new place. It is kept on the disk until the server has it.
    func moved(to place: DeviceLocation) async throws {
        try await outbox.add(place, of: device, keeping: .newestOnly(minutes: 60))
    }
}
// snippet.end

// snippet.read
func whereIs(_ friend: LocationDeviceID, _ client: BaliseClient, as own: LocationDeviceID) async throws -> String {
    guard let found = try await client.locations.location(of: friend, as: own) else {
        return "Nothing to see: there is no place, or it is not for you."
    }
    return "\(found.location.latitude), \(found.location.longitude)"
}
// snippet.end

// snippet.push
final class Notifications: Sendable {
    private let registrar: PushRegistrar

    init(_ client: BaliseClient, deviceID: String?) {
        registrar = client.push.registrar(for: PushDevice(deviceID: deviceID))
    }

    /// Keeps the app registered, for as long as it runs. On iOS the tokens are those of `BaliseRemoteNotifications`.
    func run(_ source: any PushDeviceTokenSource) async {
        async let taking: Void = registrar.use(from: source)
        await registrar.run()
        await taking
    }

    /// For `userNotificationCenter(_:didReceive:)`, with the `userInfo` of what was tapped.
    func page(for userInfo: [AnyHashable: Any]) -> String? {
        switch PushDestination(payload: userInfo) {
        case .offer(let id): "offers/\(id)"
        case .event(let id): "events/\(id)"
        case .professional(let id): "professionals/\(id)"
        case .page(let screen, let entity): "\(screen)/\(entity)"
        case nil: nil
        }
    }
}
// snippet.end

// snippet.preferences
func muteEvents(_ client: BaliseClient) async throws {
    let editor = try await client.preferences.editor()
    await editor.change { $0.notifyLocalEvents = false }
    await editor.change { $0.notificationRadius = 25 }
    // Both go in one call, 300 ms after the last; a screen that goes away does not wait.
    try await editor.save()
}
// snippet.end
