import ArgumentParser
import Models
import OperatorAPI

struct PushDevices: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "push-devices", subcommands: [Find.self])

    struct Find: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "find", abstract: "Find the owner of a push token, with its last delivery and failure.")

        @Option(
            help: "A push token of APNs or FCM, or its beginning. At most its first 32 characters are sent.")
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
            let values: [(FoundPushDevices.Parameter, String?)] = [(.token, prefix), (.session, session)]
            let query = client.query(values.map { (name: $0.rawValue, value: $1) })
            let found = try client.ask(OperatorCalls.findPushDevices, query: query).pushDevices
            if found.isEmpty { client.report("no push device found") }
            for (place, one) in found.enumerated() {
                if place > 0 { client.report("") }
                let owner: [(name: String, value: String?)] = [("account", one.account), ("session", one.session)]
                client.show(owner + one.device.rows)
            }
        }
    }
}
