import Foundation
import Models
import ServiceRuntime
import ServiceSettings

/// Reads missing claims from the UserInfo endpoint (OpenID Connect Core 1.0, section 5.3). Some providers send an
/// address and a name only there, as section 5.4 allows.
struct UserInfo: Sendable {
    let settings: IssuerSettings
    let scopes: [String]
    let client: ProviderClient

    /// Asks the endpoint only if the identity token lacks requested claims. `endpoint` is nil if the provider has no
    /// such endpoint.
    func members(
        beside token: VerifiedToken, _ accessToken: SecretText?, at endpoint: URL?
    ) async throws(ProviderSignInFailure) -> [String: ClaimValue] {
        guard let claimed = try? JSONDecoder().decode([String: ClaimValue].self, from: token.json) else {
            throw .token(.malformed)
        }
        let missing = wanted.filter { UserInfo.isMissing(claimed[$0.claim]) }
        guard let endpoint, let accessToken, !missing.isEmpty else { return claimed }
        let told = try await ask(endpoint, accessToken)
        // Claims about another user must not be used (section 5.3.2).
        guard case .text(let subject) = told["sub"], subject == token.claims.subject else {
            throw .token(.otherSubject)
        }
        var members = claimed
        for (claim, verification) in missing {
            members[claim] = told[claim]
            // A value and its verification must come from the same source.
            if let verification { members[verification] = told[verification] }
        }
        return members
    }

    /// The requested claims, each with the claim that verifies it: the claims of the requested scopes (section 5.4),
    /// and claims under the provider's own names.
    private var wanted: [(claim: String, verification: String?)] {
        let (names, standard) = (settings.claims, IssuerSettings.ClaimNames())
        let all: [(String?, String?, String, String?)] = [
            (names.email, standard.email, "email", "email_verified"),
            (names.firstName, standard.firstName, "profile", nil), (names.lastName, standard.lastName, "profile", nil),
            (names.phone, standard.phone, "phone", names.phone.map { "\($0)_verified" }),
        ]
        return all.compactMap { name, standard, scope, verification in
            guard let name, name != standard || scopes.contains(scope) else { return nil }
            return (name, verification)
        }
    }

    private static func isMissing(_ value: ClaimValue?) -> Bool {
        switch value {
        case nil, .null: true
        default: false
        }
    }

    private func ask(
        _ endpoint: URL, _ accessToken: SecretText
    ) async throws(ProviderSignInFailure) -> [String: ClaimValue] {
        let answer: ProviderClient.Answer
        do throws(ProviderClient.Failure) { answer = try await client.get(endpoint, bearing: accessToken) } catch {
            throw .unreachable("the UserInfo endpoint: \(error)")
        }
        switch answer.status {
        case 200: break
        case 429, 500...: throw .unreachable("the UserInfo endpoint has the status \(answer.status)")
        default: throw .malformed("the UserInfo endpoint has the status \(answer.status)")
        }
        guard let members = try? JSONDecoder().decode([String: ClaimValue].self, from: answer.body) else {
            throw .malformed("the UserInfo endpoint answers no JSON object")
        }
        return members
    }
}
