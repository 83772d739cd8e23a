import BaliseAPI
import Models

enum TokenRules {
    static let maximum = 50
    /// The longest name of a push device or version of an app, in characters. Longer names are cut.
    static let maximumNameLength = RegisterPushTokenRequest.deviceNameLength
    static let maximumLanguages = 8
    private static let maximumPushDeviceLength = RegisterPushTokenRequest.deviceIdLengths.upperBound
    private static let maximumTopicLength = RegisterPushTokenRequest.bundleIdLengths.upperBound

    /// Returns the registration with the provider and without empty texts. Throws `invalidRequest` for an impossible
    /// token, an unknown platform, or a purpose that the provider does not support.
    static func checked(_ request: RegisterPushToken) throws(ServiceError) -> Registration {
        let token = request.token.value
        var wrong = WrongMembers()
        let isForm = request.provider.map { TokenForm.isToken(token, of: $0) } ?? true
        let known = isForm ? request.provider ?? TokenForm.provider(of: token) : nil
        wrong.expect(
            known != nil, "token", "token must be a device token of APNs or a registration token of FCM")
        let provider = known ?? .apns
        let platform = request.platform.lowercased()
        wrong.expect(
            RegisterPushToken.platforms.contains(platform), "platform", "platform must be ios, android or web")
        wrong.expect(
            request.purpose == .alert || provider == .apns, "token",
            "a \(request.purpose.rawValue) token must be one of APNs")
        try wrong.check { () throws(ServiceError) in try checkActivity(request) }
        let pushDevice = request.pushDevice.flatMap { $0.isEmpty ? nil : $0 }
        wrong.expect(
            pushDevice?.length ?? 0 <= maximumPushDeviceLength, "deviceId",
            "the id of a push device has at most \(maximumPushDeviceLength) characters")
        let texts = [pushDevice, request.pushDeviceName?.value, request.appVersion]
        let topic = request.topic.flatMap { $0.isEmpty ? nil : $0 }
        wrong.expect(
            topic.map(isTopic) ?? true, "bundleId",
            "the bundle id has at most \(maximumTopicLength) characters of A-Z a-z 0-9 . -")
        try wrong.finish()
        guard !texts.contains(where: { $0?.holdsNUL ?? false }) else {
            throw .invalid("texts about a device must not contain U+0000")
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
        var wrong = WrongMembers()
        for (name, text, isNeeded) in [
            ("activity", request.activity, needs.activity), ("activityType", request.activityType, needs.type),
        ] {
            wrong.expect(
                (text != nil) == isNeeded && text.map { lengths.contains($0.length) && $0.isOneLine } ?? true, name,
                isNeeded
                    ? "\(name) must be a text of \(lengths.lowerBound) to \(lengths.upperBound) characters on one line"
                    : "\(name) does not belong to a token of this kind; leave it out")
        }
        try wrong.finish()
    }

    private static func isTopic(_ text: String) -> Bool {
        text.utf8.count <= maximumTopicLength && text.isASCIIAlphanumeric(or: ".-")
    }

    private static func short(_ text: String) -> String? { text.isEmpty ? nil : text.shortened(to: maximumNameLength) }
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
    /// The Live Activity that the token updates; nil for any other token.
    var activity: String?
    var activityType: String?
    /// The time zone, a name of the tz database; nil if the app sends no known time zone.
    var timeZone: String?
}

/// Recognises the provider by the form of a token. Apart from that, tokens are opaque.
enum TokenForm {
    /// The longest token of any provider: FCM's have about 160 bytes, APNs' are hex of 32 bytes and more.
    static let maximumLength = RegisterPushTokenRequest.tokenLengths.upperBound
    static let shortestOfFCM = 10
    /// The shortest token of APNs, two bytes as hex. Apple promises no length: any hex bytes may be a token.
    static let shortestOfAPNs = RegisterPushTokenRequest.tokenLengths.lowerBound
    /// The longest token of APNs, 200 bytes as hex; current tokens have 32 to 80.
    static let maximumLengthOfAPNs = 400

    /// Returns APNs for hex of whole bytes, FCM for other token characters, nil for an impossible token.
    static func provider(of token: String) -> PushProvider? {
        if isForAPNs(token) { return .apns }
        return isForFCM(token) ? .fcm : nil
    }

    static func isToken(_ token: String, of provider: PushProvider) -> Bool {
        switch provider {
        case .apns: isForAPNs(token)
        case .fcm: isForFCM(token)
        default: false
        }
    }

    private static func isForAPNs(_ token: String) -> Bool {
        let length = token.utf8.count
        return (shortestOfAPNs...maximumLengthOfAPNs).contains(length) && length.isMultiple(of: 2)
            && token.utf8.allSatisfy(\.isHexDigit)
    }

    private static func isForFCM(_ token: String) -> Bool {
        guard (shortestOfFCM...maximumLength).contains(token.utf8.count) else { return false }
        // A truncated APNs token is not an FCM token.
        return token.isASCIIAlphanumeric(or: ":-_.%") && !token.utf8.allSatisfy(\.isHexDigit)
    }
}
