// Push tokens, in the forms in which the apps write and read them.

import BaliseAPI
import BaliseJSON
import Models

extension RegisterPushToken {
    /// Reads a body of any of the apps: they name the environment differently, and may leave out all but the token.
    init(_ body: JSONValue, _ caller: Caller, language: String? = nil) throws(EdgeError) {
        let kind = try body.pushKind()
        self.init(
            account: caller.account, session: caller.session, token: try body.pushToken(), provider: kind.provider,
            environment: try body.pushEnvironment(), purpose: kind.purpose,
            platform: try body.text("platform", atMost: 32)?.lowercased() ?? "ios",
            pushDevice: try body.text("deviceId", atMost: 128),
            pushDeviceName: try body.text("deviceName", atMost: 128).map(Personal.init),
            appVersion: try body.text("appVersion", atMost: 64), topic: try body.text("bundleId", atMost: 255),
            language: language)
    }
}

extension PushTokenChoice {
    /// Reads which tokens a person has removed: the one of `token`, all of the push device of `deviceId`, or all.
    init(_ body: JSONValue) throws(EdgeError) {
        if try body.text("token") != nil {
            self = .token(try body.pushToken())
        } else if let pushDevice = try body.text("deviceId", atMost: 128) {
            self = .pushDevice(pushDevice)
        } else {
            self = .all
        }
    }
}

extension JSONValue {
    /// The most bytes that a push token may have.
    private static let maximumPushTokenLength = 4096

    /// The push token that has to be there.
    func pushToken() throws(EdgeError) -> SecretText {
        let token = try neededSecret("token")
        guard (4...JSONValue.maximumPushTokenLength).contains(token.value.utf8.count) else {
            throw .invalid("The member token must have 4 to \(JSONValue.maximumPushTokenLength) bytes.")
        }
        return token
    }

    /// Who brings it, and what for: one app says both in one word.
    fileprivate func pushKind() throws(EdgeError) -> (provider: PushProvider?, purpose: PushPurpose) {
        switch try text("type")?.lowercased() {
        case nil: (nil, .alert)
        case "apns": (.apns, .alert)
        case "fcm": (.fcm, .alert)
        case "voip": (.apns, .voip)
        default: throw .invalid("The member type must be apns, fcm or voip.")
        }
    }

    /// One app calls the world of builds that come from Xcode `SANDBOX`, the other one `development`.
    fileprivate func pushEnvironment() throws(EdgeError) -> PushEnvironment? {
        switch try text("environment", "apnsEnvironment")?.lowercased() {
        case nil: nil
        case "sandbox", "development": .sandbox
        case "production": .production
        default: throw .invalid("The environment must be SANDBOX or PRODUCTION.")
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
