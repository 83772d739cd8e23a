// How a Live Activity is changed or started: the body of POST push/live-activities.

public import BaliseJSON

/// A push token that ActivityKit gave for one Live Activity, or for starting those of a type.
public struct RegisterLiveActivityRequest: JSONConvertible, Hashable {
    /// As ActivityKit gave it, in hexadecimal digits: 4 to 4,096 bytes.
    public var token: SecretString
    /// The name of the app's `ActivityAttributes`; 1 to 128 bytes.
    public var activityType: String
    /// What the app and its publisher call the activity, at most 128 bytes; nil or empty for a token that starts
    /// activities.
    public var activity: String?
    /// The environment of APNs; nil for that of apps from the store.
    public var environment: PushTokenEnvironment?
    /// The app's own name of the device, as with its other tokens; at most 128 bytes.
    public var deviceId: String?
    /// The name of the app at its platform; at most 255 bytes.
    public var bundleId: String?

    /// Makes a body of these members; nil leaves one out.
    public init(
        token: SecretString, activityType: String, activity: String? = nil, environment: PushTokenEnvironment? = nil,
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
        TextBound(CodingKeys.token, RegisterPushTokenRequest.tokenBytes) { $0.token.value.utf8.count },
        TextBound(CodingKeys.activityType, BaliseLiveActivity.activityBytes) { $0.activityType.utf8.count },
        TextBound(CodingKeys.activity, 0...BaliseLiveActivity.activityBytes.upperBound) { $0.activity?.utf8.count },
        TextBound(CodingKeys.deviceId, RegisterPushTokenRequest.deviceIdBytes) { $0.deviceId?.utf8.count },
        TextBound(CodingKeys.bundleId, RegisterPushTokenRequest.bundleIdBytes) { $0.bundleId?.utf8.count },
    ]
}
