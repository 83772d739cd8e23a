import ArgumentParser
import Models
import OperatorAPI

struct Installations: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "installations", subcommands: [Count.self])

    struct Count: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "count",
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
