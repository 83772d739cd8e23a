// Push tokens, in the forms in which the apps write and read them.

import BaliseAPI
import Models

extension RegisterPushToken {
    /// What a body of any of the apps says: they name the environment differently, and may leave out all but the token.
    init(_ body: RegisterPushTokenRequest, _ caller: Caller, language: String? = nil) throws(EdgeError) {
        let kind = try body.kind()
        self.init(
            account: caller.account, session: caller.session, token: SecretText(body.token), provider: kind.provider,
            environment: try body.world(), purpose: kind.purpose, platform: body.platform?.lowercased() ?? "ios",
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
        default: throw EdgeError(RegisterPushTokenRequest.unknownType)
        }
    }

    /// One app calls the world of builds that come from Xcode `SANDBOX`, the other one `development`.
    fileprivate func world() throws(EdgeError) -> PushEnvironment? {
        switch environment?.rawValue.lowercased() {
        case nil: nil
        case "sandbox", "development": .sandbox
        case "production": .production
        default: throw EdgeError(RegisterPushTokenRequest.unknownEnvironment)
        }
    }
}

extension RegisteredPushToken {
    /// A token as its owner sees it; what it is itself is shown to nobody.
    init(_ token: PushToken) {
        self.init(
            id: token.id.text, type: token.purpose == .voip ? .voip : PushTokenKind(token.provider),
            platform: token.platform,
            environment: PushTokenEnvironment(rawValue: token.environment.rawValue.uppercased()),
            deviceId: token.pushDevice, deviceName: token.pushDeviceName?.value, appVersion: token.appVersion,
            bundleId: token.topic, muted: token.isMuted, lastUsedAt: token.lastUsedAt?.date,
            createdAt: token.createdAt.date, updatedAt: token.updatedAt.date)
    }
}

extension PushTokenKind {
    /// What serves alerts by a provider.
    init(_ provider: PushProvider) { self.init(rawValue: provider.rawValue) }
}
