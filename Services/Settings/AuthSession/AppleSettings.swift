import AppleAccounts
public import Foundation
public import Models
public import ServiceRuntime

public struct AppleSettings: SettingsSection {
    public static let parts: [ServiceName: [String]] = [
        .authSession: ["apple"], .identity: ["apple.domain"], .edge: ["apple.appIds"],
    ]

    /// The bundle ids of apps and Services ids of web pages; empty disables the sign-in.
    public var audiences: [String]
    /// The team id and bundle id of each app. JSON needs no escapes for them.
    public var appIDs: [String]
    public var issuer: String
    public var keysURL: URL
    public var domain: String
    public var authURL: URL
    /// The credential for requests to Apple in the name of the app; nil disables them.
    public var services: Services?

    /// A Services key. It is needed to exchange and revoke tokens at Apple, for all apps and web pages of the team.
    public struct Services: Sendable {
        public var teamID: String
        public var keyID: String
        /// The private key, a P-256 key as Apple provides it: PKCS #8 in PEM, the file AuthKey_….p8.
        public var key: Secret
        /// The new team of the apps; nil if they stay in their team.
        public var transferTeam: String?

        public init(teamID: String, keyID: String, key: Secret) {
            self.teamID = teamID
            self.keyID = keyID
            self.key = key
        }
    }

    public init(_ reader: inout SettingsReader) {
        audiences = reader.read(
            "apple.audiences", .words("an id such as com.example.app"), default: [],
            "The apps whose users may sign in with Apple: bundle ids, and Services ids of web pages.")
        appIDs = reader.read(
            "apple.appIds", .appIDs, default: [],
            "The apps that may use passkeys and saved passwords of this domain: team id, dot, bundle id. Balise lists "
                + "them at /.well-known/apple-app-site-association.")
        issuer = reader.read(
            "apple.issuer", .text, default: "https://appleid.apple.com", "The issuer (`iss`) of Apple's tokens.")
        keysURL = reader.read(
            "apple.keysUrl", .safeAddress("https://example.com/keys"),
            default: address("appleid.apple.com", path: "/auth/keys"),
            "The address of the keys with which Apple signs its tokens.")
        domain = reader.read(
            "apple.domain", .domain(), default: AppleAccount.domain,
            "The domain of the e-mail addresses derived from Apple users. Messages cannot reach them.")
        authURL = reader.read(
            "apple.authUrl", .safeAddress("https://example.com"), default: address("appleid.apple.com"),
            "The server where Apple exchanges and revokes tokens: the address before /auth/token and /auth/revoke.")
        let problems = reader.problems.count
        let teamID = reader.readOptional(
            "apple.teamId", .text,
            "The id of the team that owns the Services key. With all three settings of that key, Balise exchanges codes and revokes "
                + "tokens at Apple, for the app or web page that each belongs to.")
        let keyID = reader.readOptional("apple.servicesKeyId", .text, "The id of the Services key.")
        let key = reader.readSecret(
            "apple.servicesKey", length: 100...4096,
            "The Services key, as the file AuthKey_….p8 of Apple has it.")
        // A wrong value counts as set, and the reader reports it.
        let areValid = reader.problems.count == problems
        let transferTeam = reader.readOptional(
            "apple.transferTeam", .text,
            "The id of the team that will get your apps. While it is set, Balise prepares the accounts of users "
                + "who signed in with Apple, so that those who sign in within 60 days keep their accounts. Wait until "
                + "`balise_auth_session_apple_transfers_total` stops rising, transfer the app, then set the key of the new "
                + "team.")
        if transferTeam != nil, key == nil, areValid {
            reader.report("apple.transferTeam needs apple.servicesKey; set the Services key of the present team, too.")
        }
        if let teamID, let keyID, let key {
            services = Services(teamID: teamID, keyID: keyID, key: key)
            services?.transferTeam = transferTeam
        } else if areValid, teamID != nil || keyID != nil || key != nil {
            reader.report(
                "apple.teamId, apple.servicesKeyId and apple.servicesKey need each other; set all three or none.")
        }
    }
}

extension SectionNames { public var apple: AppleSettings.Type { AppleSettings.self } }

extension ValueForm where Value == [String] {
    fileprivate static let appIDs = ValueForm.list("appIDs", of: "an app id such as TEAM123456.com.example.app") {
        $0.wholeMatch(of: /[A-Z0-9]{10}(\.[A-Za-z0-9\-]+)+/) == nil ? nil : $0
    }
}
