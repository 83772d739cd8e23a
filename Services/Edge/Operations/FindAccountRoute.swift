import Models
import OperatorAPI

/// The path contains the account's id or one of its sign-in names; `by` in the query says which.
func findAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let by = try call.query.word("by", as: AccountLookup.self)
    let profile = try await call.send(FindAccount(login: Personal(try call.name()), by: by))
    call.audit.concerns(profile.account)
    return .body(AccountDescription(profile))
}

extension AccountDescription {
    init(_ profile: AccountProfile) {
        self.init(
            id: profile.account.text, number: profile.number, status: .init(rawValue: profile.status.rawValue),
            username: profile.names.username, email: profile.names.email?.value,
            emailVerifiedAt: profile.emailVerifiedAt?.date,
            phoneNumber: profile.names.phone?.value, firstName: profile.details.firstName?.value,
            lastName: profile.details.lastName?.value, locale: profile.details.locale,
            createdAt: profile.createdAt.date, updatedAt: profile.updatedAt.date,
            lastLoginAt: profile.lastLogin.at?.date, erasesAt: profile.erasesAt?.date)
    }
}
