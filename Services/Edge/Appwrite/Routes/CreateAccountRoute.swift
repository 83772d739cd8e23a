import BaliseJSON
import HTTPTypes
import Models

func createAccount(_ call: AppwriteCall) async throws(EdgeError) -> Answer {
    let body = try call.body()
    let id = try AccountID.wished(in: body)
    let name = try body.parameter("name")?.text("name", 0...128)
    let message = CreateAccount(
        signInMethod: .appwrite, names: AccountNames(email: try body.neededEmail()), password: try body.newPassword(),
        details: ProfileDetails(displayName: name.flatMap { $0.isEmpty ? nil : Personal($0) }), id: id)
    let (reply, _) = try await call.limited(.account) { () async throws(EdgeError) in
        try await call.checkNoAccountsAreMissing()
        do throws(EdgeError) {
            return try await call.send(message)
        } catch {
            throw error.about(parameter(of: error))
        }
    }
    return Answer(.created, json: JSONObject(appwriteUser: reply.profile, prefs: "{}").bytes)
}

/// The parameter that an error of identity is about. Identity still checks the password, the form of the address, and
/// whether the id belongs to it.
private func parameter(of error: EdgeError) -> StaticString {
    if error.message.contains("password") { return "password" }
    return error.message.contains("e-mail") ? "email" : "userId"
}
