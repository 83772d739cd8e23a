// Push tokens, in the forms in which the apps write and read them.

import BaliseAPI
import Models

extension RegisterPushToken {
    /// What a body of any of the apps says: they name the environment differently, and may leave out all but the token.
    init(_ body: RegisterPushTokenRequest, _ caller: Caller, language: String? = nil) throws(EdgeError) {
        let kind = try body.kind()
        self.init(
            account: caller.account, session: caller.session, token: SecretText(body.token), provider: kind.provider,
            environment: try body.pushEnvironment(), purpose: kind.purpose,
            platform: body.platform?.lowercased() ?? "ios",
            pushDevice: body.deviceId, pushDeviceName: body.deviceName.map(Personal.init),
            appVersion: body.appVersion, topic: body.bundleId, language: language)
    }
}

extension PushTokenChoice {
    /// Which tokens a person has removed: the one of `token`, all of the push device of `deviceId`, or all.
    init(_ body: RemovePushTokensRequest) {
        if let token = body.token {
            self = .token(SecretText(token))
        } else if let pushDevice = body.deviceId {
            self = .pushDevice(pushDevice)
        } else {
            self = .all
        }
    }
}

extension RegisterPushTokenRequest {
    /// Who brings it, and what for: one app says both in one word.
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

    fileprivate func pushEnvironment() throws(EdgeError) -> PushEnvironment? { try PushEnvironment.named(environment) }
}

extension RegisteredPushToken {
    /// A token as its owner sees it; what it is itself is shown to nobody.
    init(_ token: PushToken) {
        self.init(
            id: token.id.text,
            type: PushTokenKind(token.purpose, by: token.provider),
            platform: token.platform,
            environment: PushTokenEnvironment(rawValue: token.environment.rawValue.uppercased()),
            deviceId: token.pushDevice, deviceName: token.pushDeviceName?.value, appVersion: token.appVersion,
            bundleId: token.topic, muted: token.isMuted, lastUsedAt: token.lastUsedAt?.date,
            createdAt: token.createdAt.date, updatedAt: token.updatedAt.date, activity: token.activity,
            activityType: token.activityType)
    }
}

extension PushTokenKind {
    /// What serves alerts by a provider.
    init(_ provider: PushProvider) { self.init(rawValue: provider.rawValue) }

    /// What serves a purpose. Tokens of Live Activities say by other members that they are.
    fileprivate init(_ purpose: PushPurpose, by provider: PushProvider) {
        switch purpose {
        case .alert, .activity, .activityStart: self.init(provider)
        case .voip, .location, .complication, .fileprovider, .mdm: self.init(rawValue: purpose.rawValue)
        }
    }
}

extension PushEnvironment {
    /// One app calls the environment of builds that come from Xcode `SANDBOX`, the other one `development`.
    static func named(_ word: PushTokenEnvironment?) throws(EdgeError) -> PushEnvironment? {
        switch word?.rawValue.lowercased() {
        case nil: nil
        case "sandbox", "development": .sandbox
        case "production": .production
        default: throw EdgeError(RegisterPushTokenRequest.unknownEnvironment)
        }
    }
}
