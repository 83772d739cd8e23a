import ArgumentParser
import OperatorAPI

struct MissingAccounts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "missing-accounts", subcommands: [List.self, Erase.self, Keep.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the services that keep data of accounts that identity no longer has.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let services = try client.ask(OperatorCalls.listMissingAccounts).services
            if services.isEmpty {
                client.report(
                    "No accounts are missing. /readyz shows those that you decided to keep.")
            }
            for one in services {
                client.report("\(one.service): \(one.missing) of \(one.accounts) accounts are missing")
            }
        }
    }

    struct Erase: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "erase", abstract: "Erase the data of missing accounts that are gone for good. Asks first.")

        @OptionGroup var erasing: ErasingOptions
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.confirmErasing("the data that services keep of accounts that identity no longer has", erasing)
            client.show(try client.ask(OperatorCalls.eraseMissingAccounts), "erases its data of them")
        }
    }

    struct Keep: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "keep", abstract: "Keep the data of missing accounts. You can erase it later.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            client.show(try client.ask(OperatorCalls.keepMissingAccounts), "keeps them")
        }
    }
}

extension OperatorClient {
    fileprivate func show(_ decided: DecidedServices, _ what: String) {
        if decided.services.isEmpty { report("no accounts are missing") }
        for service in decided.services { report("\(service): \(what)") }
    }
}
