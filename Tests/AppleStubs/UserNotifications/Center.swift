// Of User Notifications what the SDK uses, as Apple documents it: signatures to compile against, and nothing that
// works. Like Apple's module it brings Foundation along.

@_exported public import Foundation

public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = UNAuthorizationOptions(rawValue: 1)
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    public static let alert = UNAuthorizationOptions(rawValue: 4)
}

open class UNUserNotificationCenter: NSObject {
    open class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }

    open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { false }
}
