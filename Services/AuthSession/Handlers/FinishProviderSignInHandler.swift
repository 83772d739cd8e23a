import Crypto
import Foundation
import Models
import ServiceSettings

/// Nothing about the user is stored: the app's code contains the data for identity, sealed.
struct FinishProviderSignInHandler: Sendable {
    let service: SessionContext

    func handle(
        _ request: FinishProviderSignIn, _ context: MessageContext
    ) async throws -> FinishProviderSignIn.Reply {
        let begun = try await begun(request, context)
        let provider = try service.providers.find(begun.provider)
        do throws(ProviderSignInFailure) {
            let person = try await provider.vouchedPerson(request, to: begun, source: context.source)
            let code = try code(person, begun, at: provider)
            service.metrics.countProviderSignIn(at: begun.provider, nil)
            return reply(begun, [("code", code.value)])
        } catch {
            service.refused(error, at: provider, context)
            return reply(
                begun, [("error", error.error), ("error_description", error.text(provider.settings.name))])
        }
    }

    /// The sign-in behind the answer. It is used up before any other check.
    private func begun(
        _ request: FinishProviderSignIn, _ context: MessageContext
    ) async throws -> BegunSignIn {
        let now = service.clock.now()
        guard let begun = service.signInSeal.open(request.state, as: BegunSignIn.self) else {
            throw refusal("state", context)
        }
        guard begun.provider == request.provider else { throw refusal("state-of-another", context) }
        guard begun.end > now else { throw refusal("state-expired", context) }
        guard let shown = request.binding,
            begun.bindingHash.equalsInConstantTime(Array(SHA256.hash(data: Data(shown.value.utf8))))
        else { throw refusal("browser", context) }
        let spent = SpentToken(name: service.issuedNaming.spent(request.state), end: begun.end, mayRepeat: false)
        guard try await service.store.spend(spent, at: now) else { throw refusal("state-used", context) }
        return begun
    }

    private func refusal(_ reason: String, _ context: MessageContext) -> ServiceError {
        service.log.refusedProviderSignIn(reason, at: nil, context)
        service.metrics.countProviderSignIn(at: "none", reason)
        return ServiceError(
            .invalidToken,
            "this answer belongs to no sign-in of the last 10 minutes in this browser, or was used before; begin"
                + " again in the app")
    }

    private func code(
        _ person: VouchedPerson, _ begun: BegunSignIn, at provider: SignInProvider
    ) throws(ProviderSignInFailure) -> SecretText {
        let (naming, token) = (service.issuedNaming, person.token)
        let origin = VouchedOrigin(
            issuer: token.issuer.issuer, person: naming.person(issuer: token.issuerName, subject: token.subject),
            providerSession: token.providerSession.map {
                naming.providerSession(issuer: token.issuerName, id: $0)
            }, issuedAt: token.issuedAt)
        var vouched = VouchedSignIn(
            issuer: token.issuerName, subjectHash: token.subjectHash, claims: token.person,
            appChallenge: begun.appChallenge, id: service.random(16),
            end: service.clock.now().adding(seconds: VouchedSignIn.lifetime), origin: origin)
        if provider.isApple {
            do throws(TokenRefusal) {
                vouched.apple = VouchedSignIn.Apple(
                    names: try AppleNames(person.claims), client: provider.signIn.clientID,
                    refreshToken: person.refreshToken)
            } catch {
                throw .token(error)
            }
        }
        do { return try service.signInSeal.sealed(vouched) } catch { throw .malformed("its claims cannot be kept") }
    }

    private func reply(
        _ begun: BegunSignIn, _ parameters: [(name: String, value: String)]
    ) -> FinishProviderSignIn.Reply {
        let state = begun.appState.map { [(name: "state", value: $0.value)] } ?? []
        return FinishProviderSignIn.Reply(
            location: SecretText(WebQuery(parameters + state).appended(to: begun.redirectURI)))
    }
}

extension IssuedNaming {
    /// The name of a single-use text.
    func spent(_ text: SecretText) -> [UInt8] { spent(Array(SHA256.hash(data: Data(text.value.utf8)))) }
}

extension IssuedToken {
    /// Identity's key for the user; see `RecogniseIssuedUser`.
    var subjectHash: String {
        opaqueIDText(SHA256.hash(data: Data(Array(issuerName.utf8) + [0] + Array(subject.utf8))))
    }
}
