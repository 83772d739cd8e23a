// What the server is told of a push device, and the tokens by which it is reached.

public import BaliseAPI
public import Foundation

/// What the server is told of a push device beside its token.
public struct PushDevice: Hashable, Sendable {
    /// `IOS`, `ANDROID` or `WEB`.
    public var platform: String
    /// The environment of APNs that the app was built for.
    public var environment: PushTokenEnvironment
    /// Tells two tokens of one push device from those of two, so that it hears of everything once; at most 128 bytes.
    public var deviceID: String?
    /// What its person calls the push device; at most 128 bytes.
    public var name: String?
    /// The version of the app; at most 64 bytes.
    public var appVersion: String?
    /// The app's bundle id; at most 255 bytes.
    public var bundleID: String?

    /// A push device.
    ///
    /// - Parameters:
    ///   - platform: The system that it runs.
    ///   - environment: By default the sandbox for a debug build, which comes from Xcode, and production for any other.
    ///   - deviceID: What the app calls it, the same after a new token; nil for no such id.
    ///   - name: What its person calls it; nil for no name.
    ///   - appVersion: By default what the app's bundle says, as for `bundleID`.
    ///   - bundleID: By default that of the app's bundle.
    public init(
        platform: String = "IOS", environment: PushTokenEnvironment = .ofThisBuild, deviceID: String? = nil,
        name: String? = nil,
        appVersion: String? = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String,
        bundleID: String? = Bundle.main.bundleIdentifier
    ) {
        self.platform = platform
        self.environment = environment
        self.deviceID = deviceID
        self.name = name
        self.appVersion = appVersion
        self.bundleID = bundleID
    }
}

extension PushTokenEnvironment {
    /// The environment of this build. The package is compiled together with the app, so both are debug builds or neither is.
    public static var ofThisBuild: PushTokenEnvironment {
        #if DEBUG
            .sandbox
        #else
            .production
        #endif
    }
}

/// A token as a provider gave it to the app.
public struct PushDeviceToken: Hashable, Sendable {
    /// Who brings what is pushed to it.
    public let kind: PushTokenKind
    /// The token as it is sent.
    public let secret: SecretString

    /// The token of Apple's service, as `didRegisterForRemoteNotificationsWithDeviceToken` has it.
    ///
    /// - Parameter token: The bytes that the system gave.
    /// - Parameter voip: Whether it is PushKit's, for calls.
    public static func apns(_ token: Data, voip: Bool = false) -> PushDeviceToken {
        let digits = Array("0123456789abcdef".utf8)
        let text = token.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return PushDeviceToken(kind: voip ? .voip : .apns, secret: SecretString(String(decoding: text, as: UTF8.self)))
    }

    /// The registration token of Firebase Cloud Messaging.
    public static func fcm(_ token: String) -> PushDeviceToken {
        PushDeviceToken(kind: .fcm, secret: SecretString(token))
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
