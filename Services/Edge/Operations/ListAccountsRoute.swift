import Models
import OperatorAPI

/// The parameters are those of `AccountList.Parameter`.
func listAccounts(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let query = call.query
    let message = ListAccounts(
        query: query.text("query").map(Personal.init), status: try query.word("status"),
        method: try query.word("method"), since: try query.moment("since"),
        limit: try query.integer("limit", in: ListAccounts.limits) ?? 50, cursor: query.text("cursor"))
    let page = try await call.send(message)
    return .body(AccountList(accounts: page.accounts.map { ListedAccount($0) }, nextCursor: page.next))
}

extension ListedAccount {
    fileprivate init(_ account: AccountSummary) {
        self.init(
            id: account.account.text, number: account.number, status: .init(rawValue: account.status.rawValue),
            username: account.names.username, email: account.names.email?.value,
            phoneNumber: account.names.phone?.value, firstName: account.firstName?.value,
            lastName: account.lastName?.value, displayName: account.displayName?.value,
            contactEmail: account.contactEmail?.value, methods: account.methods.map { .init(rawValue: $0.rawValue) },
            createdAt: account.createdAt.date, lastLoginAt: account.lastLoginAt?.date)
    }
}
