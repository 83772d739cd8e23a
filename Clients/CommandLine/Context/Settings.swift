import ArgumentParser
import Balise
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

struct Settings: Codable, Hashable, Sendable {
    var server: String?
    var device: String?

    /// The device of this computer; nil until a command first needs its id.
    var ownDevice: LocationDeviceID? { device.flatMap { LocationDeviceID($0) } }
}

/// Stores the settings beside the secrets, because a device's id lets others see where the device is.
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

/// A lock on the settings, also between processes. It is held until this object is released or its process ends.
final class SettingsLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock. Creates the folder if necessary.
    init(in folder: URL) async throws(BaliseError) {
        let file = folder.appendingPathComponent("settings.lock", isDirectory: false)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .storage("the folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .storage("\(file.path) cannot be opened: error \(errno)") }
        // A blocking call would hold a thread that the holder of the lock may need.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR else {
                throw .storage("\(file.path) cannot be locked: error \(code)")
            }
            do { try await Task.sleep(for: .milliseconds(10)) } catch { throw .cancelled }
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}

/// The address of a server. The address needs a path if a proxy serves Balise below a path.
struct ServerAddress: Hashable, Sendable {
    let url: URL

    /// Why a text is no address, in words that follow `is`.
    struct Fault: Error, Hashable { let reason: String }

    /// Reads an address. Slashes at the end are removed.
    init(_ text: String) throws(Fault) {
        guard text.firstRange(of: /^[A-Za-z]+:\/\//) != nil else {
            throw Fault(reason: "without http:// or https:// before it, as in https://balise.example")
        }
        guard let url = URL(string: text.replacing(/\/+$/, with: "")),
            ["https", "http"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else { throw Fault(reason: "not like https://balise.example") }
        guard url.query == nil, url.fragment == nil else {
            throw Fault(reason: "more than an address: leave out everything from the ? or # on")
        }
        // The calls add these parts of the path themselves, so the address must not contain them.
        if let path = url.path.firstMatch(of: /\/(v1|api|api\/v1|ecovelo|oauth)$/)?.output.0 {
            throw Fault(reason: "the address of an API: leave out \(path)")
        }
        self.url = url
    }

    static func read(_ argument: String) throws -> ServerAddress {
        do throws(Fault) { return try ServerAddress(argument) } catch {
            throw ValidationError("\(argument) is \(error.reason).")
        }
    }
}
