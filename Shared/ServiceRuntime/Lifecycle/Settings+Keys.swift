// The keys of the bus, as the settings place them.

import Foundation
import MessageBus
import Models

extension Settings {
    /// The folder of the key pairs: what the settings name, or a folder of its own in that of the services' secrets.
    ///
    /// Versions before had the pairs among those secrets. Where all of them stand there, they count on.
    var keyFolder: URL {
        if let keys = bus.keys { return keys }
        let own = secretFolder.appendingPathComponent("bus")
        guard !FileManager.default.fileExists(atPath: own.path), CurveKeyFolder(secretFolder.path).holdsAllKeys else {
            return own
        }
        return secretFolder
    }

    /// The folder of the secrets that the services keep for themselves, of which one is called as a key is.
    var secretFolder: URL { dataDirectory.appendingPathComponent("keys") }

    /// The keys of a process that hosts `services`.
    ///
    /// Throws when they have not been made, or are not for this process to read.
    func curve(for services: [ServiceName]) throws(StartError) -> CurveConfiguration {
        do throws(CurveKeyError) {
            return try CurveKeyFolder(keyFolder.path).load(hosting: services)
        } catch {
            let command = "run the command `keys` once, and give its folder to all programs (BALISE_BUS_KEYS)"
            throw .settings("services that talk over tcp need keys, but \(error); \(command)")
        }
    }
}
