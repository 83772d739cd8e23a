import Crypto
import Fakes
import Foundation

struct StandInSettings {
    let team: StandInTeam
    let production: FakeAPNs
    let sandbox: FakeAPNs
    let fcm: FakeFCM

    /// `settings.env` is written last and at once, so a reader that sees it can start.
    func write(into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        let key = folder.appending(path: "AuthKey_\(team.keyID).p8")
        let account = folder.appending(path: "service-account.json")
        let certificates = folder.appending(path: "certificates.pem")
        try write(team.key.pemRepresentation + "\n", to: key)
        try write(fcm.serviceAccount + "\n", to: account)
        try write(production.certificatePEM + "\n" + sandbox.certificatePEM + "\n", to: certificates)
        let settings = [
            ("APNS_TEAM_ID", team.id), ("APNS_KEY_ID", team.keyID), ("APNS_KEY_FILE", key.path),
            ("APNS_PRODUCTION_URL", production.url.absoluteString),
            ("APNS_PRODUCTION_CHANNELS_URL", production.url.absoluteString),
            ("APNS_SANDBOX_CHANNELS_URL", sandbox.url.absoluteString),
            ("APNS_SANDBOX_URL", sandbox.url.absoluteString), ("APNS_TRUSTED_CERTIFICATES", certificates.path),
            ("FCM_SERVICE_ACCOUNT_FILE", account.path), ("FCM_URL", fcm.url.absoluteString),
        ]
        let lines = settings.map { "BALISE_PUSH_\($0)=\(Self.quoted($1))\n" }
        // The app's own name counts where it is set.
        let topic = "BALISE_PUSH_APNS_TOPIC=${BALISE_PUSH_APNS_TOPIC:-com.example.app}\n"
        try write(lines.joined() + topic, to: folder.appending(path: "settings.env"))
    }

    private func write(_ text: String, to file: URL) throws {
        try Data(text.utf8).write(to: file, options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }

    /// As a shell reads it.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
}
