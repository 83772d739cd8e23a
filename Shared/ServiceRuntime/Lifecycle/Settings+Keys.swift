// The keys of the bus, as the settings place them.

import Foundation
import MessageBus
import Models

extension Settings {
    /// The folder of the key pairs.
    var keyFolder: URL { bus.keys ?? dataDirectory.appendingPathComponent("keys") }

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
