public import BaliseAPI
public import Foundation

/// The description of a push device that the server stores with its token.
public struct PushDevice: Hashable, Sendable {
    /// The platform: `IOS`, `ANDROID` or `WEB`.
    public var platform: String
    /// The APNs environment that the app was built for.
    public var environment: PushEnvironment
    /// The app's own id for the device, so a device with several tokens gets each notification once; at most 128 bytes.
    public var deviceID: String?
    /// The user's name for the device; at most 128 bytes.
    public var name: String?
    /// The app's version; at most 64 bytes.
    public var appVersion: String?
    /// The app's bundle id; at most 255 bytes.
    public var bundleID: String?

    /// Creates a description.
    /// - Parameter environment: By default the sandbox for a debug build, which Xcode installs, and production for any
    ///   other build.
    /// - Parameter deviceID: The app's own id for the device, which must not change with the token; nil to send no id.
    /// - Parameter name: The user's name for the device; nil to send no name.
    /// - Parameter appVersion: By default the version of the app's bundle. `bundleID` has the same default.
    public init(
        platform: String = "IOS", environment: PushEnvironment = .ofThisBuild, deviceID: String? = nil,
        name: String? = nil,
        appVersion: String? = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String,
        bundleID: String? = Bundle.main.bundleIdentifier
    ) {
        (self.platform, self.environment, self.deviceID) = (platform, environment, deviceID)
        (self.name, self.appVersion, self.bundleID) = (name, appVersion, bundleID)
    }
}

extension PushEnvironment {
    /// The environment of this build. The package is built with the app, so both are debug builds or neither is.
    public static var ofThisBuild: PushEnvironment {
        #if DEBUG
            .sandbox
        #else
            .production
        #endif
    }
}

/// A push token from a provider.
public struct PushDeviceToken: Hashable, Sendable {
    /// The provider that delivers to the token.
    public let kind: PushTokenKind
    /// The token as it is sent to the server.
    public let secret: SecretText

    /// Creates a token of Apple's push service, as in `didRegisterForRemoteNotificationsWithDeviceToken`.
    /// - Parameter voip: Whether the token is from PushKit, for calls.
    public static func apns(_ token: Data, voip: Bool = false) -> PushDeviceToken {
        PushDeviceToken(kind: voip ? .voip : .apns, secret: SecretText(hexadecimal(token)))
    }

    /// Creates a registration token of Firebase Cloud Messaging.
    public static func fcm(_ token: String) -> PushDeviceToken {
        PushDeviceToken(kind: .fcm, secret: SecretText(token))
    }
}

extension RegisterPushTokenRequest {
    init(_ token: PushDeviceToken, of pushDevice: PushDevice) {
        self.init(
            token: token.secret, platform: pushDevice.platform, type: token.kind, environment: pushDevice.environment,
            deviceId: pushDevice.deviceID, deviceName: pushDevice.name, appVersion: pushDevice.appVersion,
            bundleId: pushDevice.bundleID)
    }
}
