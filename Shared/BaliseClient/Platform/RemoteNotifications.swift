// The token of the system's notifications.

#if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
    public import Foundation
    public import UIKit
    public import UserNotifications

    /// Asks the system for a token, which it gives to the app's delegate, and passes that on to a registrar.
    ///
    /// The app has one of these, calls ``start(asking:)`` at every launch, since a token may change between two, and passes on
    /// what its delegate is told. One task may read its tokens.
    public final class RemoteNotifications: HandsetTokenSource {
        private let stream: AsyncStream<HandsetToken>
        private let feed: AsyncStream<HandsetToken>.Continuation

        /// A source that has no token yet.
        public init() { (stream, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

        public func tokens() -> AsyncStream<HandsetToken> { stream }

        /// Asks the system for a token, and the person, the first time, whether notifications may be shown.
        ///
        /// A token comes in either case: what may not be shown still reaches the app and its inbox.
        ///
        /// - Parameter options: What the person is asked for.
        /// - Returns: Whether the person allows it.
        /// - Throws: What the system says when it cannot ask.
        @discardableResult
        @MainActor
        public func start(asking options: UNAuthorizationOptions = [.alert, .badge, .sound]) async throws -> Bool {
            UIApplication.shared.registerForRemoteNotifications()
            return try await UNUserNotificationCenter.current().requestAuthorization(options: options)
        }

        /// For `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
        public func didRegister(_ deviceToken: Data) { feed.yield(.apns(deviceToken)) }
    }
#endif
