// GET /accounts/{account}: an operator looks for an account.

import Models
import OperatorAPI

/// The path names the account by its id, or by a name that its person signs in with.
func findAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let profile = try await call.send(FindAccount(login: Personal(try call.name())))
    return .body(
        AccountDescription(
            id: profile.account.text, number: profile.number, status: .init(rawValue: profile.status.rawValue),
            username: profile.names.username, email: profile.names.email?.value,
            phoneNumber: profile.names.phone?.value, firstName: profile.details.firstName?.value,
            lastName: profile.details.lastName?.value, locale: profile.details.locale,
            createdAt: profile.createdAt.date, updatedAt: profile.updatedAt.date,
            lastLoginAt: profile.lastLogin.at?.date))
}
