// Settings of how devices are reached, and of what they are told.

public import Foundation
public import Models
public import ServiceRuntime

/// How devices are reached, and what they are told.
public struct PushSettings: SettingsSection {
    /// The two texts of a notification.
    public struct Texts: Sendable, Equatable {
        public var title: String
        public var body: String
    }

    /// What is shown for announcements without texts of their own.
    public struct StandardTexts: Sendable, Equatable {
        public var offer: Texts
        public var event: Texts
        public var professional: Texts
    }

    public var apns: APNsSettings
    public var fcm: FCMSettings
    /// What is shown for announcements without texts of their own, by language.
    public var texts: [TextLanguage: StandardTexts]
    /// The language for those whose own is not known, or has no texts.
    public var textLanguage: TextLanguage
    /// How old a position may be for its distance to count.
    public var maximumPositionAge: Duration
    /// How often one delivery is tried.
    public var attempts: Int
    /// The pause before the second try; it doubles with each one.
    public var firstPause: Duration
    /// The longest pause between two tries.
    public var maximumPause: Duration

    package init(_ reader: inout SettingsReader) {
        apns = APNsSettings(&reader)
        fcm = FCMSettings(&reader)
        (texts, textLanguage) = PushSettings.texts(&reader)
        maximumPositionAge = reader.read(
            "push.maximumPositionAge", .span(.seconds(60)...(.seconds(8760 * 3600))), default: .seconds(720 * 3600),
            "How old the last position of a person may be; with an older one they hear of nothing that depends on distance."
        )
        attempts = reader.read(
            "push.attempts", .whole(1...1000), default: 30,
            "How often a delivery is tried before it is given up; it ends earlier when its time is over.")
        firstPause = reader.read(
            "push.firstPause", .span(.milliseconds(10)...(.seconds(60))), default: .seconds(1),
            "The pause before a delivery is tried again; it doubles each time.")
        maximumPause = reader.read(
            "push.longestPause", .span(.seconds(1)...(.seconds(24 * 3600))), default: .seconds(900),
            "The longest pause between two tries, unless the provider asks for a longer one.")
        if maximumPause < firstPause {
            reader.report("push.longestPause is shorter than push.firstPause; set it to the same or more.")
        }
    }
}

/// How the Apple Push Notification service is reached, and as whom.
public struct APNsSettings: Sendable {
    /// As whom.
    public enum Credential: Sendable {
        /// A key of the team, with which provider tokens are signed: PKCS #8 in PEM, the file AuthKey_….p8.
        case key(teamID: String, keyID: String, key: Secret)
        /// A certificate of the app and its key, both in PEM.
        case certificate(Secret)
    }

    /// Nil means that nothing is sent to APNs, but to the sandbox where it has its own.
    public var credential: Credential?
    /// As whom the sandbox is reached where that is another one; nil for the same.
    public var sandboxCredential: Credential?
    /// The bundle id of the app.
    public var topic: String?
    /// Bundle ids that an app may name for its tokens instead.
    public var otherTopics: [String]
    public var productionURL: URL
    public var sandboxURL: URL
    /// A PEM file with certificates of servers that count beside those of the system.
    public var trustedCertificates: URL?
    /// The most connections to each of the two hosts.
    public var connections: Int

    init(_ reader: inout SettingsReader) {
        let (credential, teamID) = APNsSettings.credential(&reader, "push.apns", "for APNs")
        sandboxCredential =
            APNsSettings.credential(&reader, "push.apns.sandbox", "for the sandbox alone", commonTeamID: teamID)
            .credential
        self.credential = credential
        topic = reader.readOptional("push.apns.topic", .text, "The bundle id of the app that gets the notifications.")
        otherTopics = reader.read(
            "push.apns.otherTopics", .words, default: [],
            "Bundle ids that apps may name for their own tokens; any other gets the notifications of push.apns.topic.")
        productionURL = reader.read(
            "push.apns.productionUrl", .webAddress("https://api.push.apple.com"),
            default: address("api.push.apple.com"), "Where tokens of released apps are sent to.")
        sandboxURL = reader.read(
            "push.apns.sandboxUrl", .webAddress("https://api.sandbox.push.apple.com"),
            default: address("api.sandbox.push.apple.com"), "Where tokens of apps in development are sent to.")
        trustedCertificates = reader.readOptional(
            "push.apns.trustedCertificates", .path("file"),
            "A PEM file with certificates that count beside the system's, for a server that stands in for Apple's.")
        connections = reader.read(
            "push.apns.connections", .whole(1...64), default: 4,
            "The most connections to each host of APNs; a second one is made when the first is full.")
        if credential != nil || sandboxCredential != nil, topic == nil {
            reader.report("push.apns.topic is missing; set it to the bundle id of the app.")
        }
        for (name, url) in [("productionUrl", productionURL), ("sandboxUrl", sandboxURL)] where url.scheme != "https" {
            reader.report("push.apns.\(name) needs https, since APNs is spoken over HTTP/2.")
        }
    }

    /// Whether something on this machine stands in for Apple's servers.
    package var isStoodIn: Bool {
        credential != nil && ["127.0.0.1", "localhost", "::1"].contains(productionURL.host() ?? "")
    }

    /// A key or a certificate, and the team that is set.
    ///
    /// - Parameter commonTeamID: the team that counts where none is set here.
    private static func credential(
        _ reader: inout SettingsReader, _ name: String, _ what: String, commonTeamID: String? = nil
    ) -> (credential: Credential?, teamID: String?) {
        let teamID = reader.readOptional(
            "\(name).teamId", .text, "The id of the team that owns the key \(what).")
        let keyID = reader.readOptional("\(name).keyId", .text, "The id of the key \(what).")
        let key = reader.readSecret(
            "\(name).key", length: 100...4096, "The key \(what), as the file AuthKey_….p8 of Apple has it.")
        let certificate = reader.readSecret(
            "\(name).certificate", length: 200...65_536,
            "A certificate \(what) with its private key, both in PEM, instead of a key of the team.")
        let team = keyID == nil && key == nil ? teamID : teamID ?? commonTeamID
        switch (team, keyID, key, certificate) {
        case (nil, nil, nil, nil): return (nil, nil)
        case (let team?, let keyID?, let key?, nil): return (.key(teamID: team, keyID: keyID, key: key), teamID)
        case (nil, nil, nil, let certificate?): return (.certificate(certificate), nil)
        case (_, _, _, nil):
            reader.report("\(name).teamId, \(name).keyId and \(name).key need each other; set all three or none.")
        default:
            reader.report(
                "\(name).certificate stands instead of \(name).teamId, \(name).keyId and \(name).key; set one or the other."
            )
        }
        return (nil, teamID)
    }
}

/// How Firebase Cloud Messaging is reached, and as whom.
public struct FCMSettings: Sendable {
    /// The JSON file of a service account with its private key; nil means that nothing is sent to FCM.
    public var serviceAccount: Secret?
    /// Where `/v1/projects/…` is.
    public var url: URL
    /// A PEM file with certificates of servers that count beside those of the system.
    public var trustedCertificates: URL?

    init(_ reader: inout SettingsReader) {
        serviceAccount = reader.readSecret(
            "push.fcm.serviceAccount", length: 200...16_384,
            "The JSON file of a Google service account that may send messages, with its private key.")
        url = reader.read(
            "push.fcm.url", .webAddress("https://fcm.googleapis.com"), default: address("fcm.googleapis.com"),
            "Where messages for FCM are sent to: the address before /v1/projects.")
        trustedCertificates = reader.readOptional(
            "push.fcm.trustedCertificates", .path("file"),
            "A PEM file with certificates that count beside the system's, for a server that stands in for Google's.")
    }
}

/// An address over https; text that is known to be one.
private func address(_ host: String) -> URL {
    var parts = URLComponents()
    parts.scheme = "https"
    parts.host = host
    return parts.url ?? URL(fileURLWithPath: "/")
}
