import ArgumentParser
import BaliseAPI
import OperatorAPI

extension Accounts {
    struct Erase: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "erase", abstract: "Erase all data of an account. Asks first.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var erasing: ErasingOptions
        @Option(help: "How many seconds to wait for the services to confirm.")
        var wait = 10
        @OptionGroup var output: OutputOptions

        func check() throws {
            guard (0...600).contains(wait) else {
                throw ValidationError("--wait has to be a whole number from 0 to 600")
            }
        }

        func carryOut(_ client: OperatorClient) throws {
            let account = try named.find(client)
            let names = [account.username, account.email].compactMap { $0 }.joined(separator: ", ")
            try client.confirmErasing("account \(account.id) (\(names)) and all its data", erasing)
            let begun = try client.ask(OperatorCalls.eraseAccount, account.id)
            client.report("erased account \(account.id); its sessions have ended")
            guard let erasure = begun.erasure else { return }
            let status = try client.follow(forSeconds: wait) {
                try client.ask(OperatorCalls.operatorGetErasure, erasure)
            } until: {
                $0.state == .done
            }
            client.report(status)
        }
    }

    struct ShowErasure: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "erasure", abstract: "Print the progress of an erasure, and its receipt.")

        @Argument(help: "The id that `accounts erase` printed.")
        var id: String
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            client.report(try client.ask(OperatorCalls.operatorGetErasure, id))
        }
    }
}

extension OperatorClient {
    fileprivate func report(_ status: ErasureStatus) {
        show([
            ("erasure", status.id), ("state", status.state.rawValue), ("asked", text(of: status.askedAt)),
            ("completed", status.completedAt.map(text)), ("confirmed", status.confirmed.joined(separator: ", ")),
            ("pending", status.pending.isEmpty ? nil : status.pending.joined(separator: ", ")),
            ("receipt", status.receipt),
        ])
        guard status.state != .done else { return }
        report("The receipt is made when all services have confirmed: accounts erasure \(status.id)")
    }
}
