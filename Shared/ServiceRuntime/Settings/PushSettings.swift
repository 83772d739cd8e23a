// Settings of how handsets are reached, and of what they are told.

public import Foundation
public import Models

/// How handsets are reached, and what they are told.
public struct PushSettings: Sendable {
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
    public var longestPause: Duration

    init(_ reader: inout SettingsReader) {
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
        longestPause = reader.read(
            "push.longestPause", .span(.seconds(1)...(.seconds(24 * 3600))), default: .seconds(900),
            "The longest pause between two tries, unless the provider asks for a longer one.")
        if longestPause < firstPause {
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

    /// Nil means that nothing is sent to APNs.
    public var credential: Credential?
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
        let teamID = reader.readOptional("push.apns.teamId", .text, "The id of the team that owns the key.")
        let keyID = reader.readOptional("push.apns.keyId", .text, "The id of the key for APNs.")
        let key = reader.readSecret(
            "push.apns.key", length: 100...4096, "The key for APNs, as the file AuthKey_….p8 of Apple has it.")
        let certificate = reader.readSecret(
            "push.apns.certificate", length: 200...65_536,
            "A certificate for APNs with its private key, both in PEM, instead of a key of the team.")
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
        switch (teamID, keyID, key, certificate) {
        case (nil, nil, nil, nil): credential = nil
        case (let teamID?, let keyID?, let key?, nil): credential = .key(teamID: teamID, keyID: keyID, key: key)
        case (nil, nil, nil, let certificate?): credential = .certificate(certificate)
        case (_, _, _, nil):
            reader.report("push.apns.teamId, push.apns.keyId and push.apns.key need each other; set all three or none.")
        default:
            reader.report(
                "push.apns.certificate stands instead of push.apns.teamId, push.apns.keyId and push.apns.key; set one or the other."
            )
        }
        if credential != nil, topic == nil {
            reader.report("push.apns.topic is missing; set it to the bundle id of the app.")
        }
        for (name, url) in [("productionUrl", productionURL), ("sandboxUrl", sandboxURL)] where url.scheme != "https" {
            reader.report("push.apns.\(name) needs https, since APNs is spoken over HTTP/2.")
        }
    }
}

/// How Firebase Cloud Messaging is reached, and as whom.
public struct FCMSettings: Sendable {
    /// The JSON file of a service account with its private key; nil means that nothing is sent to FCM.
    public var serviceAccount: Secret?
    /// Where `/v1/projects/…` is.
    public var url: URL

    init(_ reader: inout SettingsReader) {
        serviceAccount = reader.readSecret(
            "push.fcm.serviceAccount", length: 200...16_384,
            "The JSON file of a Google service account that may send messages, with its private key.")
        url = reader.read(
            "push.fcm.url", .webAddress("https://fcm.googleapis.com"), default: address("fcm.googleapis.com"),
            "Where messages for FCM are sent to: the address before /v1/projects.")
    }
}

/// An address over https; text that is known to be one.
private func address(_ host: String) -> URL {
    var parts = URLComponents()
    parts.scheme = "https"
    parts.host = host
    return parts.url ?? URL(fileURLWithPath: "/")
}
