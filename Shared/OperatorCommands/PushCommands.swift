import ArgumentParser
import BaliseAPI
import BaliseJSON
import OperatorAPI

struct Pushes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push", subcommands: [List.self, Explain.self, Test.self])

    private enum Parameter: String { case limit }

    static func latest(_ count: Int, _ client: OperatorClient) throws -> [PublishedNotification] {
        let query: [(Parameter, String?)] = [(.limit, String(count))]
        return try client.ask(OperatorCalls.operatorListNotifications, query: query).notifications
    }

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the latest notifications and announcements, with their state.")

        @Option(help: ArgumentHelp("The maximum number of notifications, from 1 to 20.", valueName: "count"))
        var limit = 20
        @OptionGroup var output: OutputOptions

        func check() throws { try PageOptions.check(limit, 20) }

        func carryOut(_ client: OperatorClient) throws {
            client.showRows(
                try Pushes.latest(limit, client), under: ["id", "kind", "state", "created", "users", "sent", "title"],
                none: "there are no notifications"
            ) { notification in
                let users = notification.recipients.map { String($0) } ?? "-"
                let sent = notification.counts.map { String($0.sent) } ?? "-"
                return [
                    (notification.id, 32), (notification.kind, 12), (notification.state.rawValue, 10),
                    (text(of: notification.createdAt), 20), (users, 6), (sent, 6), (notification.listedTitle ?? "-", 0),
                ]
            }
        }
    }

    struct Explain: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Explain why a user got a notification or not. The user sees that you asked.",
            discussion: """
                Examples:
                  balise push explain ada@example.org
                  balise push explain ada@example.org 34c6d3adc5e62e631cb2ea617d7e4ac2
                """)

        @OptionGroup var named: AccountArgument
        @Argument(help: "The id of the notification, from `push list`. By default, the latest one.")
        var notification: String?
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let account = try named.find(client).id
            guard let id = try notification ?? Pushes.latest(1, client).first?.id else {
                throw NotDone(description: "there are no notifications")
            }
            let found = try client.ask(OperatorCalls.operatorExplainNotification, id, account)
            client.show([("about", id), ("reason", found.reason.rawValue), ("text", found.text)])
            guard !found.deliveries.isEmpty else { return }
            client.report("")
            client.showRows(
                found.deliveries, under: ["push device", "provider", "state", "tries", "next try", "reason"], none: ""
            ) { delivery in
                let next = delivery.nextAt.map(text) ?? "-"
                return [
                    (delivery.token, 32), (delivery.type.rawValue, 8), (delivery.state.rawValue, 10),
                    (String(delivery.attempts), 5), (next, 20), (delivery.reason ?? "", 0),
                ]
            }
        }
    }

    struct Test: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send a test push to the devices of an account, and show whether the provider accepts it.",
            discussion: """
                Muted devices get no test. Each test counts against those that the user may send. The status is 1 if the
                provider of a device does not accept the push within 10 seconds.

                Examples:
                  balise push test ada@example.org
                  balise push test ada@example.org --title Hello --body "Does this arrive?"
                """)

        @OptionGroup var named: AccountArgument
        @Option(help: ArgumentHelp("Only this push device, by its id from `accounts devices`.", valueName: "id"))
        var device: String?
        @Option(parsing: .unconditional, help: ArgumentHelp("The title of the test.", valueName: "text"))
        var title: String?
        @Option(parsing: .unconditional, help: ArgumentHelp("The text of the test.", valueName: "text"))
        var body: String?
        @OptionGroup var output: OutputOptions

        /// How long to wait for a result, and how often to look, in seconds. Looks are few because each is audited.
        private static let (waitsFor, looksEvery) = (10, 2.0)

        func carryOut(_ client: OperatorClient) throws {
            let account = try named.find(client).id
            let all = try client.ask(OperatorCalls.listAccountDevices, account).pushDevices
            let tested = all.filter { one in device.map { $0 == one.id } ?? !one.muted }
            guard !tested.isEmpty else {
                throw NotDone(
                    description: device == nil
                        ? "this account has no push device, or has muted all" : "this account has no such push device")
            }
            let request = TestPushDeviceRequest(title: title, body: body)
            for one in tested { try client.ask(OperatorCalls.testPushDevice, account, one.id, sending: request) }
            let ids = tested.map(\.id)
            let after = try client.follow(forSeconds: Test.waitsFor, every: Test.looksEvery) {
                try client.ask(OperatorCalls.listAccountDevices, account).pushDevices.filter { ids.contains($0.id) }
            } until: {
                // Once a test has a result, the description of the device differs from the earlier one.
                $0.allSatisfy { one in !tested.contains(one) }
            }
            client.merge(TestedPushDevices(pushDevices: after))
            client.showAll(after, none: "the devices were removed, because the provider knows them no longer") {
                $0.rows
            }
            let isAccepted = tested.allSatisfy { one in
                after.contains { $0.id == one.id && $0.lastUsedAt != one.lastUsedAt }
            }
            guard !isAccepted else { return }
            client.printAnswer()
            guard after.contains(where: { tested.contains($0) }) else {
                throw NotDone(description: "a provider has not accepted the push")
            }
            let checks = try client.ask(OperatorCalls.listChecks).checks
            let obstacle = checks.first { $0.name == "push-queue" && $0.state != "ok" }
            let reason = obstacle?.found ?? "`doctor` and `push explain` say what pushes wait for"
            throw NotDone(description: "no provider has accepted the test within \(Test.waitsFor) s: \(reason)")
        }
    }
}

/// The output of `balise push test --json`: the devices after the test.
private struct TestedPushDevices: JSONConvertible, Hashable {
    var pushDevices: [AccountPushDevice]
}
