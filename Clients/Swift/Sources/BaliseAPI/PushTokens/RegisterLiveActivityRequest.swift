public import BaliseJSON

/// A token of ActivityKit, for one Live Activity or for starting a type: the body of POST push/live-activities.
public struct RegisterLiveActivityRequest: JSONConvertible, Hashable {
    /// The token in hexadecimal digits: 4 to 4,096 characters.
    public var token: SecretText
    /// The name of the app's `ActivityAttributes`; 1 to 128 characters.
    public var activityType: String
    /// The name that app and publisher use for the activity, at most 128 characters; nil for a start token.
    public var activity: String?
    /// The APNs environment; nil for production, the environment of App Store builds.
    public var environment: PushEnvironment?
    /// The app's id of the device, as for its other tokens; at most 128 characters.
    public var deviceId: String?
    /// The bundle id of the app; at most 255 characters.
    public var bundleId: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        token: SecretText, activityType: String, activity: String? = nil, environment: PushEnvironment? = nil,
        deviceId: String? = nil, bundleId: String? = nil
    ) {
        self.token = token
        self.activityType = activityType
        self.activity = activity
        self.environment = environment
        self.deviceId = deviceId
        self.bundleId = bundleId
    }
}

extension RegisterLiveActivityRequest: JSONBounded {
    public static let bounds: [TextBound<RegisterLiveActivityRequest>] = [
        TextBound(CodingKeys.token, RegisterPushTokenRequest.tokenLengths) { $0.token.value },
        TextBound(CodingKeys.activityType, LiveActivityContent.activityLengths) { $0.activityType },
        TextBound(CodingKeys.activity, 0...LiveActivityContent.activityLengths.upperBound) { $0.activity },
        TextBound(CodingKeys.deviceId, RegisterPushTokenRequest.deviceIdLengths) { $0.deviceId },
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdLengths) { $0.bundleId },
    ]
}
