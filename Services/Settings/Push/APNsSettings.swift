public import Foundation
public import Models
public import ServiceRuntime

/// The Apple Push Notification service: its addresses and credentials.
public struct APNsSettings: Sendable, Equatable {
    public enum Credential: Sendable, Equatable {
        /// The team's key for signing provider tokens: PKCS #8 in PEM, the file AuthKey_….p8.
        case key(teamID: String, keyID: String, key: Secret)
        /// A certificate of the app and its key, both in one PEM text.
        case certificate(Secret)
    }

    /// The common credential of apps without their own; nil if such apps get no pushes, except in a sandbox with its
    /// own credential.
    public var credential: Credential?
    /// The credential for the sandbox; nil if the sandbox uses the same credential.
    public var sandboxCredential: Credential?
    public var apps: [App]
    public var topic: String?
    public var otherTopics: [String]
    public var productionURL: URL
    public var sandboxURL: URL
    public var productionChannelsURL: URL
    public var sandboxChannelsURL: URL
    public var trustedCertificates: URL?
    public var connections: Int

    init(_ reader: inout SettingsReader) {
        let (credential, teamID) = APNsSettings.credential(&reader, "push.apns", "for APNs")
        sandboxCredential =
            APNsSettings.credential(&reader, "push.apns.sandbox", "for the sandbox alone", commonTeamID: teamID)
            .credential
        self.credential = credential
        apps = App.readAll(&reader, commonTeamID: teamID)
        topic = reader.readOptional("push.apns.topic", .text, "The bundle id of the app that gets the notifications.")
        otherTopics = reader.read(
            "push.apns.otherTopics", .words("a bundle id such as com.example.app"), default: [],
            "Bundle ids that apps may name for their own tokens. A token with any other gets the notifications of push.apns.topic."
        )
        productionURL = reader.read(
            "push.apns.productionUrl", .webAddress("https://api.push.apple.com"),
            default: address("api.push.apple.com"), "The server for pushes to released apps.")
        sandboxURL = reader.read(
            "push.apns.sandboxUrl", .webAddress("https://api.sandbox.push.apple.com"),
            default: address("api.sandbox.push.apple.com"), "The server for pushes to apps in development.")
        productionChannelsURL = reader.read(
            "push.apns.productionChannelsUrl", .webAddress("https://api-manage-broadcast.push.apple.com:2196"),
            default: address("api-manage-broadcast.push.apple.com", port: 2196),
            "The server for channels of released apps.")
        sandboxChannelsURL = reader.read(
            "push.apns.sandboxChannelsUrl", .webAddress("https://api-manage-broadcast.sandbox.push.apple.com:2195"),
            default: address("api-manage-broadcast.sandbox.push.apple.com", port: 2195),
            "The server for channels of apps in development.")
        trustedCertificates = reader.readOptional(
            "push.apns.trustedCertificates", .path("file"),
            "A PEM file with certificates that are trusted in addition to the system's, for a server in place of Apple's."
        )
        connections = reader.read(
            "push.apns.connections", .whole(1...64), default: 4,
            "The most connections to each host of APNs. A second one is opened when the first is full.")
        if credential != nil || sandboxCredential != nil, topic == nil {
            reader.report("push.apns.topic is missing; set it to the bundle id of the app.")
        }
        let addresses = [
            ("productionUrl", productionURL), ("sandboxUrl", sandboxURL),
            ("productionChannelsUrl", productionChannelsURL), ("sandboxChannelsUrl", sandboxChannelsURL),
        ]
        for (name, url) in addresses where url.scheme != "https" {
            reader.report("push.apns.\(name) needs https, since APNs is spoken over HTTP/2.")
        }
    }

    /// Whether no credential is set, so that nothing can be sent to APNs.
    public var isUnset: Bool { credential == nil && sandboxCredential == nil && apps.isEmpty }

    /// Whether Apple's servers are replaced by a program on this machine.
    package var isStoodIn: Bool {
        credential != nil && ["127.0.0.1", "localhost", "::1"].contains(productionURL.host() ?? "")
    }

    /// Reads a credential. `commonTeamID` is used if no team is set here.
    static func credential(
        _ reader: inout SettingsReader, _ name: String, _ what: String, commonTeamID: String? = nil
    ) -> (credential: Credential?, teamID: String?) {
        let problems = reader.problems.count
        let teamID = reader.readOptional("\(name).teamId", .text, "The id of the team that owns the key \(what).")
        let keyID = reader.readOptional("\(name).keyId", .text, "The id of the key \(what).")
        let key = reader.readSecret(
            "\(name).key", length: 100...4096, "The key \(what), as the file AuthKey_….p8 of Apple has it.")
        let certificate = reader.readSecret(
            "\(name).certificate", length: 200...65_536,
            "A certificate \(what) with its private key, both in PEM, instead of a key of the team.")
        // A wrong value counts as set, and is reported.
        guard reader.problems.count == problems else { return (nil, teamID) }
        let team = keyID == nil && key == nil ? teamID : teamID ?? commonTeamID
        switch (team, keyID, key, certificate) {
        case (nil, nil, nil, nil): return (nil, nil)
        case (let team?, let keyID?, let key?, nil): return (.key(teamID: team, keyID: keyID, key: key), teamID)
        case (nil, nil, nil, let certificate?): return (.certificate(certificate), nil)
        case (_, _, _, nil):
            reader.report("\(name).teamId, \(name).keyId and \(name).key need each other; set all three or none.")
        default:
            reader.report(
                "\(name).certificate replaces \(name).teamId, \(name).keyId and \(name).key; set one or the other."
            )
        }
        return (nil, teamID)
    }

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

/// Returns the address of a server of Apple or Google, over https.
func address(_ host: String, port: Int? = nil, path: String = "") -> URL {
    var parts = URLComponents()
    parts.scheme = "https"
    parts.host = host
    parts.port = port
    parts.path = path
    return parts.url ?? URL(fileURLWithPath: "/")
}

extension APNsSettings.App {
    private static let group = "push.apns.apps"

    /// Reads all apps, and reports conflicts between the sources.
    static func readAll(_ reader: inout SettingsReader, commonTeamID: String?) -> [APNsSettings.App] {
        var apps: [APNsSettings.App] = []
        reader.readGroups(
            under: group, of: "an app", read: { APNsSettings.App($0, &$1, commonTeamID: commonTeamID) }
        ) { app, reader in
            for other in apps where !app.environments.isDisjoint(with: other.environments) {
                for topic in app.topics where other.topics.contains(topic) {
                    reader.report(
                        "\(group).\(app.name).topics: \(topic) is in \(group).\(other.name).topics already; give each "
                            + "of them an environment of its own.")
                }
            }
            apps.append(app)
        }
        return apps
    }

    /// Reads an app; nil if a required value is missing, which is reported.
    private init?(_ name: String, _ reader: inout SettingsReader, commonTeamID: String?) {
        let path = "\(APNsSettings.App.group).\(name)"
        let problems = reader.problems.count
        let topics = reader.read(
            "\(path).topics", .words("a bundle id such as com.example.app"), default: [],
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
}

/// Firebase Cloud Messaging: its address and credential.
public struct FCMSettings: Sendable, Equatable {
    public var serviceAccount: Secret?
    public var url: URL
    public var trustedCertificates: URL?

    init(_ reader: inout SettingsReader) {
        serviceAccount = reader.readSecret(
            "push.fcm.serviceAccount", length: 200...16_384,
            "The JSON file of a Google service account that may send messages, with its private key.")
        url = reader.read(
            "push.fcm.url", .safeAddress("https://fcm.googleapis.com"), default: address("fcm.googleapis.com"),
            "The server for messages to FCM: the address before /v1/projects.")
        trustedCertificates = reader.readOptional(
            "push.fcm.trustedCertificates", .path("file"),
            "A PEM file with certificates that are trusted in addition to the system's, for a server in place of Google's."
        )
    }
}
