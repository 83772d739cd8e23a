// How the token endpoint of a provider knows this server.

import Fakes
import MessageBus
import Models
import ServiceSettings
import Testing

@testable import AuthSession

@Suite("Client authentication at a provider", .timeLimit(.minutes(10)))
struct ClientAuthenticationTests {
    @Test(
        "the secret stands in the header, unless the provider takes it in the body alone",
        arguments: [
            (#"["client_secret_post"]"#, true), (#"["private_key_jwt","client_secret_post"]"#, true),
            (#"["client_secret_post","client_secret_basic"]"#, false), ("[]", false), ("null", false),
        ])
    func secret(_ methods: String, isInBody: Bool) async throws {
        try await ProviderSignInHarness.run { here in
            here.issuer.announce(["token_endpoint_auth_methods_supported": methods])
            here.issuer.codeFlow.script { $0.takesSecretInBody = isInBody }
            let code = try await here.come()["code"]
            #expect(code != nil && here.reasons == [])
        }
    }

    @Test("where no secret is taken, nobody is sent away, and the log says what to do")
    func others() async throws {
        try await ProviderSignInHarness.run { here in
            here.issuer.announce(["token_endpoint_auth_methods_supported": #"["private_key_jwt","tls\nevent=x"]"#])
            do throws(BusError) {
                _ = try await here.begin()
                Issue.record("it began")
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                #expect(refusal.code == .unavailable && refusal.message.contains("Tell the operator"))
            }
            let reason = try #require(here.reasons.first)
            #expect(reason.hasPrefix("client-authentication: the token endpoint takes no client secret, only"))
            #expect(reason.contains("private_key_jwt, another word"))
            #expect(here.issuer.codeFlow.exchanges == 0)
        }
    }

    @Test("a public client shows no secret, whatever the provider takes from others")
    func publicClient() async throws {
        try await ProviderSignInHarness.run(hasSecret: false) { here in
            here.issuer.announce(["token_endpoint_auth_methods_supported": #"["private_key_jwt","none"]"#])
            let code = try await here.come()["code"]
            #expect(code != nil)
        }
    }
}
