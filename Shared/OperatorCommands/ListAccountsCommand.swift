import ArgumentParser
import Models
import OperatorAPI

struct ListAccounts: OperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List accounts, the newest first; by the beginning of a name with --query.")

    private static let methods = AuthenticationMethod.allCases.map(\.rawValue).joined(separator: ", ")
    private static let statuses = AccountStatus.allCases.map(\.rawValue).joined(separator: " or ")

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The beginning of a user, first, last or display name or of an address.", valueName: "text"))
    var query: String?
    @Option(help: "The status of the account: \(ListAccounts.statuses).")
    var status: String?
    @Option(help: "The current way to sign in: \(ListAccounts.methods).")
    var method: String?
    @Option(help: ArgumentHelp("Only accounts made then or later, as 2026-01-31T12:00:00Z.", valueName: "time"))
    var since: String?
    @Option(help: ArgumentHelp("How many at most.", valueName: "count"))
    var limit = 50
    @Option(help: "Continue after an earlier list, with the cursor at its end.")
    var cursor: String?
    @OptionGroup var output: OutputOptions

    func check() throws {
        if limit < 1 { throw ValidationError("--limit has to be a whole number of at least 1") }
    }

    func carryOut(_ client: OperatorClient) throws {
        let list = try collect(client)
        client.merge(list)
        if list.accounts.isEmpty { client.report("this account does not exist") }
        for account in list.accounts { client.show(account) }
        if let cursor = list.nextCursor { client.report("\nThere may be more: add --cursor \(cursor)") }
    }

    /// Asks for page after page, because one may be short.
    private func collect(_ client: OperatorClient) throws -> AccountList {
        var list = AccountList(accounts: [], nextCursor: cursor)
        repeat {
            let page = try client.ask(
                OperatorCalls.listAccounts,
                query: parameters(
                    client, limit: min(limit - list.accounts.count, ListAccounts.limits.upperBound), list.nextCursor))
            list.accounts += page.accounts
            list.nextCursor = page.nextCursor
        } while list.nextCursor != nil && list.accounts.count < limit
        return list
    }

    private func parameters(_ client: OperatorClient, limit: Int, _ cursor: String?) -> String? {
        let values: [(AccountList.Parameter, String?)] = [
            (.query, query), (.status, status), (.method, method), (.since, since), (.limit, String(limit)),
            (.cursor, cursor),
        ]
        return client.query(values.map { (name: $0.rawValue, value: $1) })
    }
}

extension OperatorClient {
    fileprivate func show(_ account: AccountSummary) {
        let person = [account.firstName, account.lastName].compactMap { $0?.value }.joined(separator: " ")
        let names = [
            account.names.username, account.names.email?.value, account.contactEmail?.value,
            account.names.phone?.value, person, account.displayName?.value,
        ]
        showRow([
            (account.id.text, 24), (account.status.rawValue, 8), (text(of: account.createdAt), 20),
            (account.lastLoginAt.map { text(of: $0) } ?? "never", 20),
            (account.methods.map(\.rawValue).joined(separator: ","), 9),
            (names.compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: ", "), 0),
        ])
    }
}
