import ArgumentParser
import BaliseAPI
import Models
import OperatorAPI

struct Accounts: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts",
        subcommands: [
            ListAccounts.self, Show.self, ListSessions.self, ListDevices.self, SignOut.self, SendPasswordLink.self,
            RemoveSecondStep.self, InviteAccount.self, Disable.self, Enable.self, ExportAccount.self, Erase.self,
            ShowErasure.self,
        ])

    struct Show: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print the facts of an account.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let account = try named.find(client)
            client.show([
                ("id", account.id), ("number", String(account.number)), ("status", account.status.rawValue),
                ("username", account.username), ("email", account.email),
                ("email confirmed", account.emailVerifiedAt.map(text)), ("phone", account.phoneNumber),
                ("first name", account.firstName), ("last name", account.lastName), ("locale", account.locale),
                ("created", text(of: account.createdAt)), ("last login", account.lastLoginAt.map(text) ?? "never"),
                ("erased on", account.erasesAt.map(text)),
            ])
        }
    }

    struct Disable: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Disable an account, and sign it out everywhere.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let id = try named.ask(OperatorCalls.disableAccount, client)
            client.report("disabled account \(id); its sessions have ended")
        }
    }

    struct Enable: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Enable a disabled account.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            client.report("enabled account \(try named.ask(OperatorCalls.enableAccount, client))")
        }
    }
}

struct AccountArgument: ParsableArguments {
    @Argument(help: "Its id, or a name that its user signs in with.")
    var account: String

    @Option(help: "Id or name, if the text is the id of one account and a name of another.")
    var by: AccountForm?

    func find(_ client: OperatorClient) throws -> AccountDescription {
        try client.ask(OperatorCalls.findAccount, account, query: by.map { "by=" + $0.rawValue })
    }

    /// Returns the account's id.
    func ask(_ call: OperatorCalls.Question<NoBody>, _ client: OperatorClient) throws -> String {
        let id = try find(client).id
        try client.ask(call, id)
        return id
    }
}

enum AccountForm: String, CaseIterable, ExpressibleByArgument {
    case id
    case name
}
