import Foundation
import MessageBus
import Models

extension Settings {
    /// The folder of the key pairs: that of the settings, or a folder of its own inside the services' secrets.
    var keyFolder: URL { self.bus.keys ?? secretFolder.appendingPathComponent("bus") }

    /// Apart from the keys, because one of these secrets has the same name as a key.
    var secretFolder: URL { dataDirectory.appendingPathComponent("keys") }

    /// Throws if the keys do not exist, or are not readable for this process.
    func curve(for services: [ServiceName]) throws(StartError) -> CurveConfiguration {
        do throws(CurveKeyError) {
            return try CurveKeyFolder(keyFolder.path).load(hosting: services)
        } catch {
            let command = "run the command `keys` once, and give its folder to all programs (BALISE_BUS_KEYS)"
            throw .settings("services that talk over tcp need keys, but \(error); \(command)")
        }
    }
}
