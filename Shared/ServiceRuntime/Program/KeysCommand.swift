import Foundation
import MessageBus
import Models
import Storage
import Yams

extension ServiceProgram {
    /// Creates the missing key pairs. Existing pairs stay, so the command can run at each start.
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

    /// Throws if the folder is the folder of secrets: a new key there would be taken for a missing secret of a service.
    private func refuseSecretFolder(_ folder: URL, _ settings: Settings) throws(StartError) {
        let secrets = settings.secretFolder
        guard folder.resolvingSymlinksInPath().path == secrets.resolvingSymlinksInPath().path else { return }
        throw .settings(
            """
            bus.keys is \(folder.path), where the services keep their own secrets; set BALISE_BUS_KEYS to another \
            folder, or leave it out for \(secrets.appendingPathComponent("bus").path)
            """)
    }

    /// Creates a folder for each service: its own key pair, the public keys of all services, and its part of the
    /// configuration file. The edge's folder also gets the operator's token, auth-session's folder the token's SHA-256.
    /// Existing keys stay, so the command can run at each start.
    func prepare(_ settings: Settings) throws {
        let folder = settings.keyFolder
        if FileManager.default.fileExists(atPath: folder.path) { try DataDirectory.refuseIfAllMayWrite(folder) }
        // In a container, only the services' folders are writable, each a volume, and not the folder above them.
        for service in ServiceName.allCases {
            try DataDirectory.make(folder.appendingPathComponent(service.description), choose: "set BALISE_BUS_KEYS to")
        }
        let made = try CurveKeyFolder(folder.path).makeKeysApart()
        try OperatorToken.make(
            in: folder.appendingPathComponent(ServiceName.edge.description),
            digestIn: folder.appendingPathComponent(ServiceName.authSession.description))
        var file: Node?
        if let path = settings.configurationFile?.path {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw StartError.file(path: path, reason: "it cannot be read")
            }
            file = try Yams.compose(yaml: text)
        }
        for service in ServiceName.allCases {
            let own = folder.appendingPathComponent(service.description)
            let part = try SettingsParts.yaml(of: file, reading: settingsCatalogue.names(service))
            let target = own.appendingPathComponent("settings.yaml")
            do { try SmallFile.write(part, to: target) } catch {
                throw StartError.file(path: target.path, reason: "it cannot be written")
            }
            say(
                "\(made.contains(service) ? "made" : "kept") the keys of \(service) in \(own.path), and wrote its settings"
            )
        }
    }
}

enum SettingsParts {
    static let common = ["data", "bus", "storage", "log", "tracing"]

    /// Returns a service's part of the configuration file.
    /// - Parameter own: The names of the service's own settings, in addition to the common settings.
    static func yaml(of file: Node?, reading own: [String]) throws -> String {
        let names = common + own
        guard let file, let part = part(of: file, under: "", names), part.mapping?.isEmpty == false else {
            return "{}\n"
        }
        return try Yams.serialize(node: part)
    }

    private static func part(of node: Node, under path: String, _ names: [String]) -> Node? {
        if !path.isEmpty, names.contains(where: { covers($0, path) }) { return node }
        guard let mapping = node.mapping else { return nil }
        let kept = mapping.compactMap { key, value -> (Node, Node)? in
            let name = key.string ?? "?"
            return part(of: value, under: path.isEmpty ? name : "\(path).\(name)", names).map { (key, $0) }
        }
        return kept.isEmpty ? nil : Node(kept)
    }

    /// Whether a setting belongs to the group `name`. A setting whose value is in a separate file also belongs to it.
    static func covers(_ name: String, _ setting: String) -> Bool {
        setting == name || setting == name + "File" || setting.hasPrefix(name + ".")
    }
}

extension Settings {
    /// The folder of the key pairs: the folder in the settings, or the folder `bus` inside `secretFolder`.
    var keyFolder: URL { self.bus.keys ?? secretFolder.appendingPathComponent("bus") }

    /// The folder of the services' secrets. It is not the folder of the key pairs, because they share a file name.
    var secretFolder: URL { dataDirectory.appendingPathComponent("keys") }

    /// Loads the keys. Throws if they do not exist, or this process cannot read them.
    func curve(for services: [ServiceName]) throws(StartError) -> CurveConfiguration {
        do throws(CurveKeyError) {
            return try CurveKeyFolder(keyFolder.path).load(hosting: services)
        } catch {
            let command = "run the command `keys` once, and give its folder to all programs (BALISE_BUS_KEYS)"
            throw .settings("services that talk over tcp need keys, but \(error); \(command)")
        }
    }
}
