import ArgumentParser
import Models
import OperatorAPI

struct Warnings: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "warnings", subcommands: [List.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the latest warnings and errors of each process since its start.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let list = try client.ask(OperatorCalls.listWarnings)
            if list.warnings.isEmpty { client.report("there are no warnings") }
            for warning in list.warnings {
                let service = [warning.service, warning.replica].compactMap { $0 }.joined(separator: " at ")
                client.showRow([
                    (text(of: warning.warning.at), 20), (warning.warning.level, 8), (service, 12),
                    (warning.warning.text, 0),
                ])
            }
        }
    }
}
