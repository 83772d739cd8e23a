// The SDK's parts for Apple's systems in an app.
//
// The slices of this file are in the article of the same name, so that its code compiles; `.ci/check-articles --write`
// copies them. These functions take the system's part as a parameter, so that tests can replace it. An app passes
// `SystemAppleIDAuthorizer` and `SystemPasskeyAuthorizer`.

import Balise
import BaliseJSON
import Foundation

// snippet.apple
struct AppleSignInScreen {
    let apple: AppleSignIn

    init(_ client: BaliseClient, _ authorizer: any AppleIDAuthorizer) { apple = client.appleSignIn(authorizer) }

    /// Ends the session when the user withdraws their consent at Apple. Call it in a task, for as long as the app runs.
    func watch() async { await apple.run() }

    /// Signs in when the app's own button is tapped. Returns nil when the user cancels.
    func signIn() async throws -> BaliseUser? { try await apple.signIn() }

    /// The last step of deleting an account: the user proves their identity once more.
    func deleteAccount(_ client: BaliseClient) async throws -> RequestedErasure? {
        guard let proof = try await apple.identityProof() else { return nil }
        return try await client.accounts.erase(proof: proof)
    }
}
// snippet.end

// snippet.provider
/// `open` shows a page in a browser session of the system, and returns the address that ends it.
func signInAtCompany(_ client: BaliseClient, open: (URL) async throws -> URL) async throws -> BaliseUser {
    let begun = try client.sessions.beginSignIn(at: "company", redirectURI: "com.example.app:/signed-in")
    let returned = try await open(begun.url)
    return try await client.sessions.finish(begun, at: returned)
}
// snippet.end

// snippet.passkeys
func makePasskey(_ client: BaliseClient, _ authorizer: any PasskeyAuthorizer) async throws -> BalisePasskey? {
    let options = try await client.passkeys.beginRegistration()
    guard let made = try await authorizer.register(options) else { return nil }
    return try await client.passkeys.register(made)
}

func signInWithPasskey(_ client: BaliseClient, _ authorizer: any PasskeyAuthorizer) async throws -> BaliseUser? {
    let options = try await client.sessions.beginPasskeySignIn()
    guard let shown = try await authorizer.assert(options, prompt: .sheet) else { return nil }
    return try await client.sessions.signInWithPasskey(shown)
}
// snippet.end

// snippet.models
@available(iOS 17, tvOS 17, watchOS 10, *)
@MainActor
func sessionNames(_ model: BaliseSessionModel) async -> [String] {
    await model.loadSessions()
    if let problem = model.problem { return [problem.localizedDescription] }
    return (model.sessions ?? []).map { $0.deviceName ?? "An unknown device" }
}
// snippet.end
