// The parts that an app adds to the program of the tutorial.
//
// The slices of this file are in the article of the same name and in the README, so that their code compiles;
// `.ci/check-articles --write` copies them.

import Balise
import Foundation

func overview(server: URL, password: String) async throws {
    // snippet.overview
    let client = BaliseClient(BaliseConfiguration(server: server))
    try await client.sessions.signIn("ada@example.org", password: SecretText(password))
    let sessions = try await client.sessions.list()
    // snippet.end
    print(sessions.count)
}

// snippet.state
func showRightScreen(_ client: BaliseClient) async {
    for await state in await client.sessions.states {
        switch state {
        case .signedIn: print("show the map")
        case .tokenNeeded: print("ask the host app for a new token")
        case .signedOut: print("show the sign-in screen")
        }
    }
}
// snippet.end

// snippet.errors
struct SignInScreen {
    let client: BaliseClient

    /// Signs the user in. Returns the text for the screen if the sign-in fails, else nil.
    func signIn(name: String, password: String) async -> String? {
        do {
            try await client.sessions.signIn(name, password: SecretText(password))
            return nil
        } catch {
            // Every call throws a `BaliseError`.
            switch error {
            case .cancelled: return nil
            case .refused(let refusal) where refusal.code == .secondStepNeeded: return "Enter a code of your app."
            default:
                print("For the log: \(error)")
                return error.localizedDescription
            }
        }
    }
}
// snippet.end
