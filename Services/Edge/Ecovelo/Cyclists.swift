import BaliseAPI
import HTTPTypes
import Models

/// Lists the programs. Every caller may read them, even with an expired token.
func listPrograms(_ programs: [String]) -> Answer {
    .body(EcoveloProgramList(programs: programs.map { EcoveloProgram(id: $0) }, hasMore: false))
}

func getCyclist(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .cyclist(try await call.profile(of: caller.account), caller)
}

/// Returns the user, in any case: the web app signs its user out on any error here, so an unreadable profile is left
/// out. The user then counts as active, because calls that need a phone number check for it themselves.
func getCyclistAtAnyRate(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    do {
        return try await getCyclist(call, caller)
    } catch {
        guard error.status.code >= 500 else { throw error }
        return .body(EcoveloCyclist(id: caller.account.text, status: .active))
    }
}

extension Answer {
    static func cyclist(_ profile: AccountProfile, _ caller: Caller) -> Answer {
        .body(EcoveloCyclist(profile, program: caller.program))
    }
}

/// Erases the account. A user who returns gets a new account, unless the operator allows users to cancel an erasure.
func eraseOwnAccount(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(
        EraseOwnAccount(account: caller.account, session: caller.session, shown: caller.shown))
    return .body(EcoveloCyclist(id: caller.account.text, status: reply.dueAt == nil ? .deleted : .deletionRequested))
}

func requestPhoneCode(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let phone = try call.ecoveloBody(as: SendPhoneCodeRequest.self).phoneNumber
    try call.count(.phoneCode)
    let reply: RequestPhoneCode.Reply
    do {
        reply = try await call.send(RequestPhoneCode(account: caller.account, phone: Personal(phone)))
    } catch {
        throw error.keyed(.invalidPhoneNumber, where: .invalidRequest).keyed(.limitExceeded, where: .rateLimited)
    }
    return .body(
        SendPhoneCodeResponse(
            id: caller.account.text, phone: reply.phone.value, phoneVerified: false, expiresAt: reply.expiresAt.date,
            nextAt: reply.nextAt.date))
}

func confirmPhone(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let code = try call.ecoveloBody(as: ConfirmPhoneRequest.self).code
    do {
        return .cyclist(try await call.sendPassword(ConfirmPhone(account: caller.account, phoneCode: code)), caller)
    } catch {
        // The app has one text for every problem with a code.
        throw error.keyed(.limitExceeded, where: .rateLimited).keyed(.codeMismatch, where: .invalidRequest)
    }
}

func removePhone(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .cyclist(try await call.send(RemovePhone(account: caller.account)), caller)
}

/// Registers a device by its token, the only member of the body. The platform is that of the client's headers.
/// Otherwise it follows from the page's origin.
func registerDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.ecoveloBody(as: RegisterPushDeviceRequest.self)
    let message = RegisterPushToken(
        account: caller.account, session: caller.session, token: body.token, purpose: .alert,
        platform: call.webViewPlatform)
    let reply = try await call.send(message)
    return .body(
        RegisteredPushDevice(
            id: reply.token.id.text, platform: reply.token.platform, createdAt: reply.token.createdAt.date))
}

extension APICall {
    /// The platform. Only the web view of iOS has pages with a scheme of its own.
    fileprivate var webViewPlatform: String {
        if let platform = request.context.client?.platform, RegisterPushToken.platforms.contains(platform) {
            return platform
        }
        return request.headers.origin?.hasPrefix("capacitor://") == true ? "ios" : "android"
    }
}

/// Removes a device. An unknown token is no error, because it must not make a sign-out fail.
func removeDevice(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let token = SecretText(try call.parameter(atMost: RegisterPushTokenRequest.tokenLengths.upperBound))
    let reply = try await call.send(RemovePushTokens(account: caller.account, which: .token(token)))
    return .body(PushDeviceRemovedResponse(deleted: reply.count > 0))
}

extension EcoveloCyclist {
    init(_ profile: AccountProfile, program: String?) {
        let phone = profile.verifiedPhone ?? profile.names.phone
        self.init(
            id: profile.account.text, status: profile.verifiedPhone == nil ? .unconfirmed : .active,
            email: profile.shownEmail?.value, firstName: profile.details.firstName?.value,
            lastName: profile.details.lastName?.value, phone: phone?.value, phoneVerified: profile.verifiedPhone != nil,
            locale: profile.details.locale, program: program, createdAt: profile.createdAt.date)
    }
}
