@testable import Edge

enum Riders {
    static let programs = ["of-one": ["breizhgo"], "of-two": ["breizhgo", "naolib"], "of-none": []]
    static let token = TokenID("t1")!

    static func profile(isConfirmed: Bool = true) -> AccountProfile {
        var profile = People.profile(names: AccountNames())
        profile.contactEmail = Personal("ada@mon-compte.example")
        guard isConfirmed else { return profile }
        profile.verifiedPhone = Personal("+33612345678")
        profile.phoneVerifiedAt = People.now
        return profile
    }
}

extension ScriptedServices {
    /// Services with the test accounts, which send codes (123456 is right), and make and check tokens.
    static func riders(areConfirmed: Bool = true) -> ScriptedServices {
        let services = people()
        services.on(GetProfile.self) { _ in Riders.profile(isConfirmed: areConfirmed) }
        services.on(EraseOwnAccount.self) { _ in EraseAccount.Reply(askedAt: People.now) }
        services.on(RequestPhoneCode.self) { message throws(BusError) in
            guard message.phone.value.hasPrefix("+") else {
                throw .refused(ServiceError(.invalidRequest, "This is no phone number: write it like +33612345678."))
            }
            return RequestPhoneCode.Reply(
                phone: Personal("+33612345678"), expiresAt: People.now.adding(seconds: 600),
                nextAt: People.now.adding(seconds: 60))
        }
        services.on(ConfirmPhone.self) { message throws(BusError) in
            switch message.phoneCode.value {
            case "123456": return Riders.profile()
            case "000000": throw .refused(ServiceError(.codeExpired, ""))
            case "999999": throw .refused(ServiceError(.rateLimited, "", retryAfter: 60))
            default: throw .refused(ServiceError(.codeMismatch, ""))
            }
        }
        services.on(RemovePhone.self) { _ in Riders.profile(isConfirmed: false) }
        services.judgeTokens()
        return services
    }

    private func judgeTokens() {
        on(ExchangeToken.self) { message throws(BusError) in
            let refusals: [String: ErrorCode] = [
                "expired": .tokenExpired, "unknown": .invalidToken, "erased": .accountGone,
                "of-none": .forbidden, "without-phone": .phoneNotVerified,
            ]
            if let code = refusals[message.subjectToken.value] { throw .refused(ServiceError(code, "Why it is so.")) }
            if let audience = message.audience, audience != "maps" {
                throw .refused(ServiceError(.forbidden, "There is no token for this audience."))
            }
            return ExchangeToken.Reply(
                token: SecretText("exchanged"), id: Riders.token, account: People.ada, session: People.phone,
                expiresAt: People.now.adding(seconds: 600), audience: message.audience ?? "balise",
                program: message.program)
        }
        on(IntrospectToken.self) { message in
            let expiry = UnixTime(milliseconds: 1_800_000_000_999)
            switch message.token.value {
            case "exchanged":
                return IntrospectToken.Reply(
                    token: LivingToken(
                        kind: .exchanged, account: People.ada, session: People.phone, issuer: "balise",
                        audiences: ["maps"], programs: ["breizhgo"], issuedAt: People.now, expiresAt: expiry,
                        id: Riders.token))
            case "refresh":
                return IntrospectToken.Reply(
                    token: LivingToken(kind: .refresh, account: People.ada, session: People.phone, issuer: "balise"))
            case "foreign":
                return IntrospectToken.Reply(
                    token: LivingToken(
                        kind: .identity, account: nil, session: nil, issuer: "https://mon-compte.example",
                        audiences: ["a", "b"], programs: ["breizhgo", "naolib"], expiresAt: expiry))
            default: return IntrospectToken.Reply(token: nil)
            }
        }
        on(RevokeToken.self) { _ in Done() }
        on(TakeLogoutToken.self) { message throws(BusError) in
            guard message.token.value == "logout" else {
                throw .refused(ServiceError(.invalidRequest, "This is no logout token of a trusted issuer."))
            }
            return Done()
        }
    }
}

extension EcoveloAPI {
    static func overScripted(
        _ services: ScriptedServices, _ settings: EcoveloSettings = Settings().ecovelo
    ) -> EcoveloAPI {
        let attempts = AttemptLimiter.forTests()
        let authenticator = Authenticator.overScripted(services, attempts)
        let parts = APIParts(
            services: EndingServices(services: services, authenticator: authenticator), authenticator: authenticator,
            attempts: attempts, clock: SetClock(People.now))
        return EcoveloAPI(parts, settings: settings, programs: ["breizhgo", "naolib"])
    }
}

struct EcoveloErrorBody {
    let code: String
    let title: String

    init(_ text: String) throws {
        let members = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(
            Set(members.keys.filter { !$0.hasPrefix("errors.") }).subtracting(["field"])
                == ["error", "message", "code", "title", "requestId"])
        code = try #require(members["code"])
        title = try #require(members["title"])
        #expect(members["error"] == code)
        #expect(members["message"]?.isEmpty == false)
    }
}
