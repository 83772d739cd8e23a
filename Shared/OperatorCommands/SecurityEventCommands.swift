import ArgumentParser
import Models
import OperatorAPI

struct SecurityEvents: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "security-events", subcommands: [List.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract:
                "List security events of the last 90 days, such as refused sign-ins and revoked tokens, the latest first."
        )

        @Option(help: ArgumentHelp("Only entries about the account with this id.", valueName: "id"))
        var account: String?
        @Option(help: ArgumentHelp("Only events with this name, such as sign-in-refused.", valueName: "name"))
        var event: String?
        @Option(help: ArgumentHelp("How many events at most.", valueName: "count"))
        var limit = 50
        @Option(help: "Continue after an earlier list, with the cursor at its end.")
        var cursor: String?
        @OptionGroup var output: OutputOptions

        func check() throws {
            let limits = ListSecurityEvents.limits
            if !limits.contains(limit) {
                throw ValidationError("--limit has to be a whole number from 1 to \(limits.upperBound)")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            let values: [(SecurityEventList.Parameter, String?)] = [
                (.account, account), (.event, event), (.limit, String(limit)), (.cursor, cursor),
            ]
            let list = try client.ask(
                OperatorCalls.listSecurityEvents, query: client.query(values.map { (name: $0.rawValue, value: $1) }))
            if list.events.isEmpty { client.report("no events found") }
            for event in list.events { client.show(event) }
            if let cursor = list.nextCursor { client.report("\nThere is more: add --cursor \(cursor)") }
        }
    }
}

extension OperatorClient {
    fileprivate func show(_ event: ListedSecurityEvent) {
        let rest = [event.method, event.reason, event.network, event.subject].compactMap { $0 }.joined(separator: "  ")
        showRow([(text(of: event.at), 20), (event.event, 26), (event.account ?? "", 24), (rest, 0)])
    }
}
