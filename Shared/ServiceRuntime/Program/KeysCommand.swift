import Foundation
import MessageBus
import Models

extension ServiceProgram {
    /// Existing pairs stay, so it can run at each start.
    func makeKeys(_ settings: Settings) throws {
        let folder = settings.keyFolder
        try refuseSecretFolder(folder, settings)
        try DataDirectory.make(folder, choose: "set BALISE_BUS_KEYS to")
        let made = try CurveKeyFolder(folder.path).makeKeys()
        try OperatorToken.make(in: folder, digestIn: folder)
        for service in ServiceName.allCases {
            let secret = folder.appendingPathComponent("\(service).secret").path
            say(made.contains(service) ? "made \(secret) and its public key" : "kept \(secret), which exists")
        }
    }

    /// A new key there would be taken for the missing secret of a service.
    private func refuseSecretFolder(_ folder: URL, _ settings: Settings) throws(StartError) {
        let secrets = settings.secretFolder
        guard folder.resolvingSymlinksInPath().path == secrets.resolvingSymlinksInPath().path else { return }
        throw .settings(
            """
            bus.keys is \(folder.path), where the services keep their own secrets; set BALISE_BUS_KEYS to another \
            folder, or leave it out for \(secrets.appendingPathComponent("bus").path)
            """)
    }
}
