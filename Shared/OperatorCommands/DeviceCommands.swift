import ArgumentParser
import BaliseAPI
import Models
import OperatorAPI

struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [ResetKey.self, RemoveKey.self])

    struct ResetKey: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-key",
            abstract: "Give a device a new key if its user has lost the old one, and print it.")

        @Argument(help: "The id of the device.")
        var device: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let made = try client.ask(OperatorCalls.operatorResetDeviceKey, sending: DeviceRequest(device: device))
            client.report("key  \(made.deviceKey.value)\n\nIt is stored nowhere and not shown again.")
        }
    }

    struct RemoveKey: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove-key", abstract: "Remove the key of a device, so that its user can set a first one.")

        @Argument(help: "The id of the device.")
        var device: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.ask(OperatorCalls.operatorRemoveDeviceKey, sending: DeviceRequest(device: device))
            client.report("the device no longer has a key")
        }
    }
}

struct PushDevices: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "push-devices", subcommands: [Find.self])

    struct Find: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find the owner of a push token, with its last delivery and failure.")

        @Option(help: "A push token of APNs or FCM, or its beginning. At most its first 32 characters are sent.")
        var token: String?

        @Option(help: "The id of the session that registered it.")
        var session: String?

        @OptionGroup var output: OutputOptions

        func check() throws {
            guard (token == nil) != (session == nil) else { throw ValidationError("Give either --token or --session.") }
            if let token, token.count < FindPushDevices.prefixLength.lowerBound {
                throw ValidationError(
                    "Give at least the first \(FindPushDevices.prefixLength.lowerBound) characters of the token.")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            let prefix = token.map { String($0.prefix(FindPushDevices.prefixLength.upperBound)) }
            let query: [(FoundPushDevices.Parameter, String?)] = [(.token, prefix), (.session, session)]
            let found = try client.ask(OperatorCalls.findPushDevices, query: query).pushDevices
            client.showAll(found, none: "no push device found") { one in
                let owner: [(name: String, value: String?)] = [("account", one.account), ("session", one.session)]
                return owner + one.device.rows
            }
        }
    }
}

struct Installations: ParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [Count.self])

    struct Count: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "Count the installations in use, by app version, system and language.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let counts = try client.ask(OperatorCalls.countInstallations)
            client.report("sessions that were active in the last \(CountInstallations.activity / 86_400) days")
            client.show(counts.appVersions, by: "version of the app")
            client.show(counts.systems, by: "system")
            client.show(counts.pushLanguages, by: "language of the push device")
        }
    }
}

extension OperatorClient {
    fileprivate func show(_ counts: FoldedCounts, by kind: String) {
        report("\nby \(kind)")
        for group in counts.groups { showRow([(String(group.count), 10), (group.name ?? "not known", 0)]) }
        report(counts.others.map { "\($0) of other kinds" } ?? "fewer than 10 of other kinds")
    }
}
