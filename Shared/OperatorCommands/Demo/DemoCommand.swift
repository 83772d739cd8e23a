import ArgumentParser
import BaliseAPI
import BaliseJSON
import Crypto
import CryptoExtras
import Foundation
import Models
import OperatorAPI

struct Demo: OperatorCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill an empty server with invented people, devices, places and notifications.",
        discussion: """
            The same seed always makes the same people. Passwords and ids differ. Apple and Google get no push: if the
            server has a credential of theirs, the demo registers no push devices.

            Examples:
              balise serve --data-dir demo-data &
              balise demo --data-dir demo-data
            """)

    @Option(help: ArgumentHelp("How many people to make, from 20 to 576.", valueName: "count"))
    var people = 300
    @Option(help: ArgumentHelp("Another number makes other people.", valueName: "number"))
    var seed: UInt64 = 1
    @Option(
        help: ArgumentHelp(
            "The public port on this machine, such as http://127.0.0.1:8080. By default, as the server's settings say.",
            valueName: "address"))
    var server: String?
    @OptionGroup var output: OutputOptions

    func check() throws {
        guard DemoPlan.sizes.contains(people) else {
            let (least, most) = (DemoPlan.sizes.lowerBound, DemoPlan.sizes.upperBound)
            throw ValidationError("--people has to be a whole number from \(least) to \(most)")
        }
        if let server, PublicServer(server)?.isLocal != true {
            throw ValidationError(
                "--server has to be an http address of this machine, such as http://127.0.0.1:8080, because the demo "
                    + "sends passwords")
        }
    }

    func carryOut(_ client: OperatorClient) throws {
        if let found = try findData(client) {
            throw NotDone(
                description: "this server has \(found), and `demo` only fills an empty one; start another one with "
                    + "a data folder of its own: balise serve --data-dir demo-data")
        }
        let settings = DemoSettings(try client.ask(OperatorCalls.listSettings).settings)
        let address = try server ?? settings.publicAddress
        guard let place = PublicServer(address), place.isLocal else {
            throw NotDone(
                description: "`demo` sends passwords, and \(address) is no loopback address; start the server with "
                    + "http.host 127.0.0.1 for it")
        }
        let password = SecretText(String((0..<16).map { _ in Demo.characters.randomElement() ?? "a" }))
        let plan = DemoPlan(seed: seed, size: people, now: Date())
        // Balise must not send the invented tokens to Apple and Google, so none is registered if it could.
        let hasCredential = try client.ask(OperatorCalls.listChecks).checks.contains { $0.name == "push-credential" }
        let run = DemoRun(
            client: client, server: place, settings: settings, plan: plan, password: password,
            registersPushDevices: !hasCredential || settings.hasStandIns)
        // The categories are read first, so that a wrong address is noticed before anything is created.
        let categories = try run.readCategories()
        do { try run.fill(categories: categories) } catch {
            throw NotDone(
                description: "\(error); to begin again, stop the server and remove \(settings.data) with all in it")
        }
        try report(run, at: address, client)
    }

    /// Describes the data that the server already has; nil if it has none. Devices without an account are found only by
    /// their calls since the start.
    private func findData(_ client: OperatorClient) throws -> String? {
        let limit: [(AccountList.Parameter, String?)] = [(.limit, "1")]
        if try !client.ask(OperatorCalls.listAccounts, query: limit).accounts.isEmpty { return "accounts" }
        if try !Pushes.latest(1, client).isEmpty { return "notifications" }
        let reports = #"api="miataru",call="UpdateLocation",status="200""#
        return try client.readMetric("balise_http_requests_total").contains(reports) ? "devices with places" : nil
    }

    private func report(_ run: DemoRun, at address: String, _ client: OperatorClient) throws {
        let link = try client.ask(OperatorCalls.createConsoleLink)
        let host = run.plan.people[0]
        let (withApp, moving) = (run.plan.withApp.count, run.plan.people.filter { !$0.track.isEmpty }.count)
        client.merge(
            DemoReport(
                people: run.plan.people.count, withApp: withApp, moving: moving, username: host.username,
                password: run.password, server: address, console: link.url))
        client.report(
            """
            Made \(run.plan.people.count) people: \(withApp) have the app, and \(moving) of those share a moving place.

            Look at them:
              console  \(link.url.value)
                       (before \(text(of: link.expiresAt)), once; `balise console` makes another link)
              account  \(address)/account
                       sign in as \(host.username) with the password \(run.password.value)
              place    \(address)/v1/GetLocationGeoJSON/\(host.device)

            Everyone has this password, which is not shown again. It is also the key of every device but this one.
            """)
        if !run.settings.hasReader {
            client.report(
                "The map of the console is empty: before the demo, set console.reader and console.readerKey. "
                    + "docs/reference/console.md shows how.")
        }
        client.report("\nTo remove them, stop the server and remove \(run.settings.data) with all in it.")
    }

    /// The characters of a password, without letters and digits that look alike.
    private static let characters = Array("abcdefghjkmnpqrstuvwxyz23456789")

    /// Returns the hash in Django's form for PBKDF2. Few rounds are enough for a random password, and Balise replaces
    /// the hash at the account's first sign-in.
    static func hash(_ password: SecretText) throws -> SecretText {
        let (salt, rounds) = ("balise-demo", 10_000)
        let key = try KDF.Insecure.PBKDF2.deriveKey(
            from: Array(password.value.utf8), salt: Array(salt.utf8), using: .sha256, outputByteCount: 32,
            unsafeUncheckedRounds: rounds)
        let hash = key.withUnsafeBytes { Data($0) }.base64EncodedString()
        return SecretText("pbkdf2_sha256$\(rounds)$\(salt)$\(hash)")
    }
}

/// The output of `balise demo --json`.
struct DemoReport: JSONConvertible, Hashable {
    var people: Int
    var withApp: Int
    /// The number of people whose device shares its moving place.
    var moving: Int
    var username: String
    /// The password that all the people share.
    var password: SecretText
    var server: String
    /// A link into the console, which is valid once.
    var console: SecretText
}

/// The server's settings that the demo reads.
struct DemoSettings {
    /// The text that the server shows in place of a secret.
    private static let secret = "<set>"

    private let values: [String: String]

    init(_ settings: [SettingDescription]) {
        values = Dictionary(settings.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private func value(_ name: String) -> String? { values[name].flatMap { $0 == "none" || $0.isEmpty ? nil : $0 } }

    /// The address of the public port, for a program on the same machine.
    var publicAddress: String {
        get throws {
            guard value("http.tls.certificate") == nil else {
                throw NotDone(description: "`demo` calls no port with TLS; start the server without http.tls for it")
            }
            guard let port = value("http.port"), port != "0" else {
                throw NotDone(description: "http.port is 0: name the public port with --server")
            }
            let host = value("http.host") ?? "127.0.0.1"
            let near = ["0.0.0.0": "127.0.0.1", "*": "127.0.0.1", "::": "[::1]"][host]
            return "http://\(near ?? (host.contains(":") ? "[\(host)]" : host)):\(port)"
        }
    }

    /// Whether pushes go to programs on this machine instead of Apple and Google.
    var hasStandIns: Bool {
        ["push.apns.productionUrl", "push.fcm.url"].allSatisfy { name in
            let host = values[name].flatMap { URLComponents(string: $0)?.host } ?? ""
            return PublicServer.localHosts.contains(host)
        }
    }

    /// The device with which operators read the map.
    var reader: String? { value("console.reader") }
    var hasReader: Bool { reader != nil }
    var headerPrefix: String { value("http.clientHeaderPrefix") ?? "X-Meeshy-" }

    /// Describes the data of the demo, for the advice to remove it.
    var data: String {
        let folder = "the data folder \(values["data.dir"] ?? "")"
        return value("storage") == DemoSettings.secret ? "\(folder) and its database on the PostgreSQL" : folder
    }
}
