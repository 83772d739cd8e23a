// GET /accounts/{account}: an operator looks for an account.

import BaliseJSON
import Models

/// The path names the account by its id, or by a name that its person signs in with.
func findAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let profile = try await call.send(FindAccount(login: Personal(try call.name())))
    var json = JSONObject()
    json.set("id", profile.account.text)
    json.set("number", profile.number)
    json.set("status", profile.status.rawValue)
    json.set("username", profile.names.username)
    json.set("email", profile.names.email?.value)
    json.set("phoneNumber", profile.names.phone?.value)
    json.set("firstName", profile.details.firstName?.value)
    json.set("lastName", profile.details.lastName?.value)
    json.set("locale", profile.details.locale)
    json.set("createdAt", profile.createdAt)
    json.set("updatedAt", profile.updatedAt)
    if let at = profile.lastLogin.at { json.set("lastLoginAt", at) }
    return Answer(json: json.bytes)
}
