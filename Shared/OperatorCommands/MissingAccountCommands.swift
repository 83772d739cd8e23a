// `missing-accounts`: what services keep of accounts that identity no longer has.

import ArgumentParser
import OperatorAPI

struct MissingAccounts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "missing-accounts", subcommands: [List.self, Erase.self, Keep.self])

    struct List: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List which services keep something of accounts that identity no longer has.")

        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let services = try client.ask(OperatorCalls.listMissingAccounts).services
            if services.isEmpty {
                client.report(
                    "There are no missing accounts to decide about. /readyz names those that you decided to keep.")
            }
            for one in services {
                client.report("\(one.service): \(one.missing) of \(one.accounts) accounts are missing")
            }
        }
    }

    struct Erase: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "erase", abstract: "Erase what they keep of them, since they are gone for good; asks first.")

        @OptionGroup var erasing: ErasingOptions
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            try client.confirmErasing("what the services keep of accounts that identity no longer has", erasing)
            client.show(try client.ask(OperatorCalls.eraseMissingAccounts), "erases what it keeps of them")
        }
    }

    struct Keep: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "keep", abstract: "Keep it; what is kept can be erased later.")

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
