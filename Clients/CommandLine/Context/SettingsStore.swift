import Balise
import Foundation

struct Settings: Codable, Hashable, Sendable {
    var server: String?
    /// The id of this computer as a Miataru device.
    var device: String?

    /// Nil before the first command that needs an id.
    var ownDevice: LocationDeviceID? { device.flatMap { LocationDeviceID($0) } }
}

/// Stores the settings beside the secrets: a device's id lets others see where it is.
struct SettingsStore: Sendable {
    private static let name = "settings"

    let secrets: any BaliseSecretStore

    func load() async throws(BaliseError) -> Settings {
        guard let data = try await secrets.read(Self.name) else { return Settings() }
        do {
            return try JSONDecoder().decode(Settings.self, from: data)
        } catch {
            throw .storage(
                "the settings are damaged: remove the file \(Self.name) in $XDG_CONFIG_HOME/balise, or ~/.config/balise, which "
                    + "makes this a new device")
        }
    }

    func save(_ settings: Settings) async throws(BaliseError) {
        let data: Data
        do { data = try JSONEncoder().encode(settings) } catch { throw .storage("the settings cannot be written") }
        try await secrets.write(data, Self.name)
    }
}
