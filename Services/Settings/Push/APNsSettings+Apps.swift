public import Models
import ServiceRuntime

extension APNsSettings {
    /// An app, or several of one team, with the credential for its topics.
    public struct App: Sendable, Equatable {
        public var name: String
        /// The bundle ids, without the suffixes of push types.
        public var topics: [String]
        public var environments: Set<PushEnvironment>
        public var credential: Credential

        public init(
            name: String, topics: [String], environments: Set<PushEnvironment> = Set(PushEnvironment.allCases),
            credential: Credential
        ) {
            self.name = name
            self.topics = topics
            self.environments = environments
            self.credential = credential
        }
    }
}

extension APNsSettings.App {
    private static let group = "push.apns.apps"

    /// Reports conflicts between the sources.
    static func readAll(_ reader: inout SettingsReader, commonTeamID: String?) -> [APNsSettings.App] {
        let names = reader.names(under: group) { _ = APNsSettings.App("<name>", &$0, commonTeamID: nil) }
        // The reference shows each key once, with a placeholder for the app's name.
        if names.isEmpty { _ = APNsSettings.App("<name>", &reader, commonTeamID: nil) }
        var apps: [APNsSettings.App] = []
        for name in names {
            guard isName(name) else {
                reader.report(
                    "\(group).\(name): an app's name has 1 to 32 lower-case letters, digits and hyphens, and begins with "
                        + "a letter.")
                continue
            }
            guard let app = APNsSettings.App(name, &reader, commonTeamID: commonTeamID) else { continue }
            for other in apps where !app.environments.isDisjoint(with: other.environments) {
                for topic in app.topics where other.topics.contains(topic) {
                    reader.report(
                        "\(group).\(name).topics: \(topic) is in \(group).\(other.name).topics already; give each "
                            + "of them an environment of its own.")
                }
            }
            apps.append(app)
        }
        return apps
    }

    /// Nil if a required value is missing, which is reported.
    private init?(_ name: String, _ reader: inout SettingsReader, commonTeamID: String?) {
        let path = "\(APNsSettings.App.group).\(name)"
        let problems = reader.problems.count
        let topics = reader.read(
            "\(path).topics", .words, default: [],
            "The bundle ids of the app, which use this credential in place of that of push.apns. Required.")
        let environment: PushEnvironment? = reader.readOptional(
            "\(path).environment", .word, shownAs: "both",
            "The environment of APNs in which the credential is valid, if Apple made it for one.")
        let (credential, _) = APNsSettings.credential(&reader, path, "of this app", commonTeamID: commonTeamID)
        guard name != "<name>", reader.problems.count == problems else { return nil }
        if topics.isEmpty { reader.report("\(path).topics is missing; set it to the bundle id of the app.") }
        if credential == nil {
            reader.report("\(path) has no credential; set its keyId and key (and teamId), or its certificate.")
        }
        guard let credential, !topics.isEmpty else { return nil }
        self.init(
            name: name, topics: topics, environments: environment.map { [$0] } ?? Set(PushEnvironment.allCases),
            credential: credential)
    }

    private static func isName(_ text: String) -> Bool {
        guard (1...32).contains(text.utf8.count), ("a"..."z").contains(text.prefix(1)) else { return false }
        return text.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }
}
