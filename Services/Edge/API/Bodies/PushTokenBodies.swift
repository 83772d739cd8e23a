import BaliseAPI
import Models

extension RegisterPushToken {
    /// Reads the bodies of all apps. They name the environment differently, and may omit everything but the token.
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
    /// The tokens to remove: the one in `token`, all of the push device in `deviceId`, or all of the account.
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
    /// The provider and the purpose: one app sends both in one word.
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
            id: token.id.text,
            type: PushTokenKind(token.purpose, by: token.provider),
            platform: token.platform,
            environment: token.environment,
            deviceId: token.pushDevice, deviceName: token.pushDeviceName?.value, appVersion: token.appVersion,
            bundleId: token.topic, muted: token.isMuted, lastUsedAt: token.lastUsedAt?.date,
            createdAt: token.createdAt.date, updatedAt: token.updatedAt.date, activity: token.activity,
            activityType: token.activityType)
    }
}

extension PushTokenKind {
    /// The kind for a purpose. Other members mark the tokens of Live Activities.
    fileprivate init(_ purpose: PushPurpose, by provider: PushProvider) {
        switch purpose {
        case .alert, .activity, .activityStart: self.init(rawValue: provider.rawValue)
        case .voip, .location, .complication, .fileprovider, .mdm: self.init(rawValue: purpose.rawValue)
        }
    }
}
