import BaliseAPI
import HTTPTypes
import Models

/// Registers a token. Answers 201 for a token new to the account, else 200. One app accepts no other status.
func registerPushToken(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RegisterPushTokenRequest.self)
    let reply = try await call.send(try RegisterPushToken(body, caller, language: call.languages))
    return .enveloped(
        RegisterPushTokenResponse(
            pushToken: RegisteredPushToken(reply.token), isNew: reply.isNew, message: "The push device is registered."),
        status: reply.isNew ? .created : .ok)
}

func sendTestPush(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SendTestPushRequest.self)
    guard let type = AnnouncementType(written: body.kind.rawValue) else {
        throw EdgeError(SendTestPushRequest.unknownType)
    }
    let reply = try await call.send(
        SendTestPush(
            account: caller.account, type: type, subject: body.subject, title: body.title, body: body.body))
    return .enveloped(SendTestPushResponse(deliveries: reply.deliveries.map(PushDelivery.init)))
}

func listPushTokens(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(ListPushTokens(account: caller.account))
    return .body(PushTokenListResponse(tokens: reply.tokens.map(RegisteredPushToken.init)))
}

func mutePushToken(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = MutePushToken(
        account: caller.account, token: try call.id(), isMuted: try call.body(as: MutePushTokenRequest.self).muted)
    return .enveloped(RegisteredPushToken(try await call.send(message)))
}

func removePushToken(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let reply = try await call.send(RemovePushTokens(account: caller.account, which: .id(try call.id())))
    guard reply.count > 0 else { throw EdgeError(.notFound, "") }
    return .done("The push device is removed.")
}

/// Removes tokens; without `token` and `deviceId`, all tokens. Removing none succeeds: an app must be able to sign out.
func removePushTokens(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let choice = PushTokenChoice(try call.body(as: RemovePushTokensRequest.self))
    let reply = try await call.send(RemovePushTokens(account: caller.account, which: choice))
    return .body(RemovePushTokensResponse(message: "The push device is removed.", deletedCount: reply.count))
}

func setDeviceTags(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let message = SetDeviceTags(
        account: caller.account, token: try call.id(), tags: try call.body(as: SetDeviceTagsRequest.self).tags)
    return try await call.send(message, done: "The tags are set.")
}

func registerLiveActivity(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: RegisterLiveActivityRequest.self)
    let reply = try await call.send(
        RegisterPushToken(
            account: caller.account, session: caller.session, token: body.token, provider: .apns,
            environment: body.environment,
            purpose: body.activity == nil ? .activityStart : .activity, platform: "ios", pushDevice: body.deviceId,
            topic: body.bundleId, language: call.languages, activity: body.activity, activityType: body.activityType))
    return .enveloped(
        RegisterPushTokenResponse(
            pushToken: RegisteredPushToken(reply.token), isNew: reply.isNew, message: "The Live Activity is registered."
        ),
        status: reply.isNew ? .created : .ok)
}

/// Removes the token of a Live Activity. An unknown activity is no error, because the server may have ended it before.
func removeLiveActivity(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        RemovePushTokens(account: caller.account, which: .activity(try call.parameter())),
        done: "The token of the Live Activity is removed.")
}

extension RegisterPushToken {
    /// Reads the bodies of all apps, which name the environment differently and may omit everything except the token.
    init(_ body: RegisterPushTokenRequest, _ caller: Caller, language: String? = nil) throws(EdgeError) {
        let kind = try body.kind()
        self.init(
            account: caller.account, session: caller.session, token: body.token, provider: kind.provider,
            environment: body.environment, purpose: kind.purpose,
            platform: body.platform?.lowercased() ?? "ios",
            pushDevice: body.deviceId, pushDeviceName: body.deviceName.map(Personal.init),
            appVersion: body.appVersion, topic: body.bundleId, language: language)
    }
}

extension PushTokenChoice {
    init(_ body: RemovePushTokensRequest) {
        if let token = body.token {
            self = .token(token)
        } else if let pushDevice = body.deviceId {
            self = .pushDevice(pushDevice)
        } else {
            self = .all
        }
    }
}

extension RegisterPushTokenRequest {
    /// The provider and the purpose, which one app sends in a single word.
    fileprivate func kind() throws(EdgeError) -> (provider: PushProvider?, purpose: PushPurpose) {
        switch type.map({ PushTokenKind(rawValue: $0.rawValue.lowercased()) }) {
        case nil: (nil, .alert)
        case .apns?: (.apns, .alert)
        case .fcm?: (.fcm, .alert)
        case .voip?: (.apns, .voip)
        case .location?: (.apns, .location)
        case .complication?: (.apns, .complication)
        case .fileprovider?: (.apns, .fileprovider)
        case .mdm?: (.apns, .mdm)
        default: throw EdgeError(RegisterPushTokenRequest.unknownType)
        }
    }
}

extension RegisteredPushToken {
    init(_ token: PushToken) {
        self.init(
            id: token.id.text, type: PushTokenKind(token.purpose, by: token.provider), platform: token.platform,
            environment: token.environment, deviceId: token.pushDevice, deviceName: token.pushDeviceName?.value,
            appVersion: token.appVersion, bundleId: token.topic, muted: token.isMuted,
            lastUsedAt: token.lastUsedAt?.date, createdAt: token.createdAt.date, updatedAt: token.updatedAt.date,
            activity: token.activity, activityType: token.activityType)
    }
}

extension PushTokenKind {
    fileprivate init(_ purpose: PushPurpose, by provider: PushProvider) {
        switch purpose {
        case .alert, .activity, .activityStart: self.init(rawValue: provider.rawValue)
        case .voip, .location, .complication, .fileprovider, .mdm: self.init(rawValue: purpose.rawValue)
        }
    }
}
