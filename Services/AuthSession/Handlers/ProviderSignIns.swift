import Crypto
import Foundation
import MessageBus
import Models
import ServiceSettings

extension SessionContext {
    /// The longest state of an app, in bytes.
    private static let maximumAppState = 512

    func beginProviderSignIn(
        _ request: BeginProviderSignIn, _ context: MessageContext
    ) async throws -> BeginProviderSignIn.Reply {
        let provider = try providers.find(request.provider)
        guard request.isOwnPage == true || providers.redirectURIs.contains(request.redirectURI) else {
            throw ServiceError(
                .invalidRequest,
                "redirect_uri is not an address that the operator has registered (oauth.redirectUris)")
        }
        guard PKCE.isChallenge(request.challenge) else {
            throw ServiceError(.invalidRequest, "code_challenge has to be the SHA-256 of the verifier in base64url")
        }
        guard request.appState?.value.utf8.count ?? 0 <= SessionContext.maximumAppState else {
            throw ServiceError(.invalidRequest, "state has at most \(SessionContext.maximumAppState) bytes")
        }
        let endpoint: URL
        do throws(ProviderSignInFailure) {
            let metadata = try await provider.addresses.metadata()
            // The user must not be sent to the provider if this server could not process the answer.
            _ = try provider.exchange.proof(at: metadata)
            endpoint = metadata.authorizationEndpoint
        } catch {
            refused(error, at: provider, context)
            throw ServiceError(.unavailable, error.text(provider.settings.name), retryAfter: 60)
        }
        let binding = randomSecret()
        let begun = BegunSignIn(
            provider: provider.settings.name, nonce: randomSecret(), verifier: randomSecret(),
            bindingHash: Array(SHA256.hash(data: Data(binding.value.utf8))), callback: request.callback,
            redirectURI: request.redirectURI, appChallenge: request.challenge, appState: request.appState,
            end: clock.now().adding(seconds: BegunSignIn.lifetime))
        let state = try signInSeal.sealed(begun)
        return BeginProviderSignIn.Reply(
            location: provider.location(of: begun, state: state, at: endpoint), binding: binding)
    }

    private func randomSecret() -> SecretText { SecretText(base64URL(random(32))) }

    private func refused(_ failure: ProviderSignInFailure, at provider: SignInProvider, _ context: MessageContext) {
        log.refusedProviderSignIn(failure.reason, at: provider.settings.name, context)
        metrics.countProviderSignIn(at: provider.settings.name, failure.label)
        if case .token(let refusal) = failure {
            metrics.countRefusedToken(refusal, of: provider.settings.name)
        }
    }

    /// Handles the provider's answer. It stores no user data: the app's code has the sealed data for the identity
    /// service.
    func finishProviderSignIn(
        _ request: FinishProviderSignIn, _ context: MessageContext
    ) async throws -> FinishProviderSignIn.Reply {
        let begun = try await begunSignIn(of: request, context)
        let provider = try providers.find(begun.provider)
        do throws(ProviderSignInFailure) {
            let person = try await provider.vouchedPerson(request, to: begun, source: context.source)
            let code = try signInCode(of: person, begun, at: provider)
            metrics.countProviderSignIn(at: begun.provider, nil)
            return finished(begun, [("code", code.value)])
        } catch {
            refused(error, at: provider, context)
            return finished(begun, [("error", error.error), ("error_description", error.text(provider.settings.name))])
        }
    }

    /// Returns the sign-in that an answer belongs to, and uses it up before the rest of the answer is checked.
    private func begunSignIn(of request: FinishProviderSignIn, _ context: MessageContext) async throws -> BegunSignIn {
        let now = clock.now()
        guard let begun = signInSeal.open(request.state, as: BegunSignIn.self) else {
            throw refusedAnswer("state", context)
        }
        guard begun.provider == request.provider else { throw refusedAnswer("state-of-another", context) }
        guard begun.end > now else { throw refusedAnswer("state-expired", context) }
        guard let shown = request.binding,
            begun.bindingHash.equalsInConstantTime(Array(SHA256.hash(data: Data(shown.value.utf8))))
        else { throw refusedAnswer("browser", context) }
        let spent = SpentToken(name: issuedNaming.spent(request.state), end: begun.end, mayRepeat: false)
        guard try await store.spend(spent, at: now) else { throw refusedAnswer("state-used", context) }
        return begun
    }

    private func refusedAnswer(_ reason: String, _ context: MessageContext) -> ServiceError {
        log.refusedProviderSignIn(reason, at: nil, context)
        metrics.countProviderSignIn(at: "none", reason)
        return ServiceError(
            .invalidToken,
            "this sign-in was used before, or did not begin in this browser within the last 10 minutes; begin again in"
                + " the app")
    }

    private func signInCode(
        of person: VouchedPerson, _ begun: BegunSignIn, at provider: SignInProvider
    ) throws(ProviderSignInFailure) -> SecretText {
        let (naming, token) = (issuedNaming, person.token)
        let origin = VouchedOrigin(
            issuer: token.issuer.issuer, person: naming.person(issuer: token.issuerName, subject: token.subject),
            providerSession: token.providerSession.map {
                naming.providerSession(issuer: token.issuerName, id: $0)
            }, issuedAt: token.issuedAt)
        var vouched = VouchedSignIn(
            issuer: token.issuerName, subjectHash: token.subjectHash, claims: token.person,
            appChallenge: begun.appChallenge, id: random(16),
            end: clock.now().adding(seconds: VouchedSignIn.lifetime), origin: origin)
        if provider.isApple {
            do throws(TokenRefusal) {
                vouched.apple = VouchedSignIn.Apple(
                    names: try AppleNames(person.claims), client: provider.signIn.clientID,
                    refreshToken: person.refreshToken)
            } catch {
                throw .token(error)
            }
        }
        do { return try signInSeal.sealed(vouched) } catch { throw .malformed("its claims cannot be kept") }
    }

    private func finished(
        _ begun: BegunSignIn, _ parameters: [(name: String, value: String)]
    ) -> FinishProviderSignIn.Reply {
        let state = begun.appState.map { [(name: "state", value: $0.value)] } ?? []
        return FinishProviderSignIn.Reply(
            location: SecretText(WebQuery(parameters + state).appended(to: begun.redirectURI)))
    }

    /// Begins a session with the app's code. After a refusal that asks for a password, the same code can be used again.
    func redeemSignInCode(_ request: RedeemSignInCode, _ context: MessageContext) async throws -> SignedIn {
        do { return try await redeem(request, context) } catch is TokenRefusal {
            throw ServiceError(
                .invalidToken,
                "this code is not valid: it was used, has expired, or belongs to another sign-in; begin again")
        }
    }

    private func redeem(_ request: RedeemSignInCode, _ context: MessageContext) async throws -> SignedIn {
        var grant: VouchedSignIn.Apple?
        // Users who sign in on their own device want to stay signed in, unless the account page asks.
        let signedIn = try await signIn(
            by: .issuer, request.kind, isRemembered: request.isRemembered ?? true, context
        ) {
            let vouched = try vouchedSignIn(of: request)
            let spent = SpentToken(name: issuedNaming.spent(request.signInCode), end: vouched.end, mayRepeat: false)
            // `begin` checks this again. The check is also made here, so that no old code restores an erased account.
            guard try await store.maySpend(spent, at: clock.now()) else { throw TokenRefusal.spent }
            grant = vouched.apple
            var account: AccountID?
            if let names = grant?.names { account = try await store.appleAccount(names) }
            try await checkAccountMayBeMade(id: account)
            var recognised = try await recognise(vouched, ofApple: account, request, context)
            recognised.token = spent
            recognised.rest.vouched = vouched.origin
            return recognised
        }
        if let grant, let token = grant.refreshToken {
            appleTokens?.receive(.refreshToken(token), of: signedIn.profile.account, client: grant.client, context)
        }
        return signedIn
    }

    private func vouchedSignIn(of request: RedeemSignInCode) throws -> VouchedSignIn {
        guard let vouched = signInSeal.open(request.signInCode, as: VouchedSignIn.self) else {
            throw TokenRefusal.malformed
        }
        guard vouched.end > clock.now() else { throw TokenRefusal.expired }
        // A party that intercepted the code on its way to the app cannot use it (RFC 7636, section 4.6).
        let challenge = PKCE.challenge(of: request.verifier)
        guard Array(challenge.utf8).equalsInConstantTime(Array(vouched.appChallenge.utf8)) else {
            throw TokenRefusal.verifier
        }
        return vouched
    }

    private func recognise(
        _ vouched: VouchedSignIn, ofApple account: AccountID?, _ request: RedeemSignInCode, _ context: MessageContext
    ) async throws -> Recognised {
        if let account {
            let person = try await client.send(
                RecogniseAppleUser(account: account, cancelsErasure: request.cancelsErasure), context)
            return Recognised(person: person)
        }
        let address = vouched.claims.emailIsVerified == true ? vouched.claims.email : nil
        guard let password = request.password, let address else {
            let person = try await client.send(
                RecogniseIssuedUser(
                    issuer: vouched.issuer, subjectHash: vouched.subjectHash, claims: vouched.claims,
                    cancelsErasure: request.cancelsErasure,
                    verifiedAddress: request.makesAccount == true ? nil : address, takesSecondStep: true,
                    skipsSecondStep: issuers?.trustsSecondStep(of: vouched) ?? false), context)
            return Recognised(person: person, rest: rest(after: person, vouched, request))
        }
        let proved = try await client.send(
            VerifyPassword(
                signInMethod: .password, login: address, password: password,
                cancelsErasure: request.cancelsErasure, takesSecondStep: true), context)
        if proved.firstStep != nil { return Recognised(person: proved, rest: rest(after: proved, vouched, request)) }
        let linked = try await client.send(
            LinkIssuedUser(
                account: proved.profile.account, verifiedAt: proved.verifiedAt, issuer: vouched.issuer,
                subjectHash: vouched.subjectHash, claims: vouched.claims), context)
        return Recognised(person: linked)
    }

    /// Returns the work after the second step: the provider link, which is permanent, and the claims.
    private func rest(
        after person: VerifiedAccount, _ vouched: VouchedSignIn, _ request: RedeemSignInCode
    ) -> Recognised.Rest {
        guard person.firstStep != nil else { return Recognised.Rest() }
        return Recognised.Rest(
            cancelsErasure: request.cancelsErasure ?? false,
            link: PendingLink(issuer: vouched.issuer, subjectHash: vouched.subjectHash, claims: vouched.claims))
    }
}

extension IssuedNaming {
    func spent(_ text: SecretText) -> [UInt8] { spent(Array(SHA256.hash(data: Data(text.value.utf8)))) }
}

extension IssuedToken {
    /// The hash that the identity service uses to find the user; see `RecogniseIssuedUser`.
    var subjectHash: String {
        opaqueIDText(SHA256.hash(data: Data(Array(issuerName.utf8) + [0] + Array(subject.utf8))))
    }
}
