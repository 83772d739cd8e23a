import BaliseAPI
import Models

enum TokenRules {
    static let maximum = 50
    /// In characters, for the name of a push device and the version of an app. Longer ones are cut.
    static let maximumNameLength = RegisterPushTokenRequest.deviceNameLength
    static let maximumLanguages = 8
    private static let maximumPushDeviceLength = RegisterPushTokenRequest.deviceIdLengths.upperBound
    private static let maximumTopicLength = RegisterPushTokenRequest.bundleIdLengths.upperBound

    /// Adds the provider and removes empty texts. Throws `invalidRequest` for an impossible token, an unknown platform, or
    /// a purpose that the provider does not support.
    static func checked(_ request: RegisterPushToken) throws(ServiceError) -> Registration {
        let token = request.token.value
        let isForm = request.provider.map { TokenForm.isToken(token, of: $0) } ?? true
        guard isForm, let provider = request.provider ?? TokenForm.provider(of: token) else {
            throw ServiceError(
                .invalidRequest, "token must be a device token of APNs or a registration token of FCM", field: "token")
        }
        let platform = request.platform.lowercased()
        guard RegisterPushToken.platforms.contains(platform) else {
            throw ServiceError(.invalidRequest, "platform must be ios, android or web", field: "platform")
        }
        guard request.purpose == .alert || provider == .apns else {
            throw ServiceError(
                .invalidRequest, "a \(request.purpose.rawValue) token must be one of APNs", field: "token")
        }
        try checkActivity(request)
        let pushDevice = request.pushDevice.flatMap { $0.isEmpty ? nil : $0 }
        guard pushDevice?.length ?? 0 <= maximumPushDeviceLength else {
            throw ServiceError(
                .invalidRequest, "the id of a push device has at most \(maximumPushDeviceLength) characters",
                field: "deviceId")
        }
        let texts = [pushDevice, request.pushDeviceName?.value, request.appVersion]
        guard !texts.contains(where: { $0?.holdsNUL ?? false }) else {
            throw ServiceError(.invalidRequest, "texts about a device must not contain U+0000")
        }
        let topic = request.topic.flatMap { $0.isEmpty ? nil : $0 }
        guard topic.map(isTopic) ?? true else {
            throw ServiceError(
                .invalidRequest, "the bundle id has at most \(maximumTopicLength) characters of A-Z a-z 0-9 . -",
                field: "bundleId")
        }
        return Registration(
            account: request.account, session: request.session,
            // Hex digits of either case mean the same token.
            token: provider == .apns ? SecretText(token.lowercased()) : request.token, provider: provider,
            environment: request.environment, purpose: request.purpose, platform: platform, pushDevice: pushDevice,
            pushDeviceName: request.pushDeviceName.flatMap { short($0.value) }.map(Personal.init),
            appVersion: request.appVersion.flatMap(short), topic: topic,
            languages: Array(LanguageTag.list(request.language).prefix(maximumLanguages)), activity: request.activity,
            activityType: request.activityType)
    }

    private static func checkActivity(_ request: RegisterPushToken) throws(ServiceError) {
        let needs: (activity: Bool, type: Bool) =
            switch request.purpose {
            case .activity: (true, true)
            case .activityStart: (false, true)
            default: (false, false)
            }
        let lengths = LiveActivityContent.activityLengths
        for (name, text, isNeeded) in [
            ("activity", request.activity, needs.activity), ("activityType", request.activityType, needs.type),
        ] {
            guard (text != nil) == isNeeded, text.map({ lengths.contains($0.length) && $0.isOneLine }) ?? true else {
                throw ServiceError(
                    .invalidRequest,
                    isNeeded
                        ? "\(name) must be a text of \(lengths.lowerBound) to \(lengths.upperBound) characters on one line"
                        : "\(name) does not belong to a token of this kind",
                    field: name)
            }
        }
    }

    private static func isTopic(_ text: String) -> Bool {
        text.utf8.count <= maximumTopicLength && text.isASCIIAlphanumeric(or: ".-")
    }

    private static func short(_ text: String) -> String? {
        text.isEmpty ? nil : text.shortened(to: maximumNameLength)
    }
}

struct Registration: Sendable {
    var account: AccountID
    var session: SessionID
    var token: SecretText
    var provider: PushProvider
    var environment: PushEnvironment?
    var purpose: PushPurpose
    var platform: String
    var pushDevice: String?
    var pushDeviceName: Personal<String>?
    var appVersion: String?
    var topic: String?
    var languages: [LanguageTag] = []
    /// Nil for tokens that update no Live Activity.
    var activity: String?
    var activityType: String?
    /// A name of the tz database; nil if the app sends none or an unknown one.
    var timeZone: String?
}
