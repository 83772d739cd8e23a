// The token of the system's notifications.

#if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
    public import Foundation
    import UIKit
    public import UserNotifications

    /// Asks the system for a token, which it gives to the app's delegate, and passes that on to a registrar.
    ///
    /// The app has one of these, calls ``start(asking:)`` at every launch, since a token may change between two, and
    /// passes on what its delegate is told.
    public final class BaliseRemoteNotifications: PushDeviceTokenSource {
        private let relay = PushDeviceTokenRelay()

        /// A source that has no token yet.
        public init() {}

        public func tokens() -> AsyncStream<PushDeviceToken> { relay.tokens() }

        /// Asks the system for a token, and the person, the first time, whether notifications may be shown.
        ///
        /// A token comes in either case: what may not be shown still reaches the app and its inbox.
        ///
        /// - Parameter options: What the person is asked for.
        /// - Returns: Whether the person allows it.
        /// - Throws: What the system says when it cannot ask.
        @available(iOSApplicationExtension, unavailable)
        @available(tvOSApplicationExtension, unavailable)
        @discardableResult
        @MainActor
        public func start(asking options: UNAuthorizationOptions = [.alert, .badge, .sound]) async throws -> Bool {
            UIApplication.shared.registerForRemoteNotifications()
            return try await UNUserNotificationCenter.current().requestAuthorization(options: options)
        }

        /// For `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
        @MainActor
        public func didRegister(_ deviceToken: Data) { relay.give(.apns(deviceToken)) }
    }
#endif
