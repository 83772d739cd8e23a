import BaliseAPI
import HTTPTypes
import Models

func resetPassword(_ call: APICall) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ResetPasswordRequest.self)
    let message = ResetPassword(token: SecretText(body.token), new: SecretText(body.newPassword))
    do {
        _ = try await call.sendSecret(message)
    } catch {
        guard error.code == .invalidToken || error.code == .tokenExpired else { throw error }
        // The caller is not signed in, and a 401 would make an app look for another token.
        throw EdgeError(
            .invalidToken, "This link was already used or has expired. Ask for a new one.", status: .badRequest)
    }
    return .done("The password is set. Sign in with it.")
}
