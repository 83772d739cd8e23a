/// A source of this device's push tokens: the system on iOS, a script elsewhere.
public protocol PushDeviceTokenSource: Sendable {
    /// Returns the latest token, if there is one, and all later tokens. The stream ends with its source.
    func tokens() -> AsyncStream<PushDeviceToken>
}

/// Gives each reader the latest token and every later token.
@MainActor
final class PushDeviceTokenRelay: PushDeviceTokenSource {
    private var latest: PushDeviceToken?
    private var readers = StreamListeners<PushDeviceToken>()

    nonisolated init() {}

    nonisolated func tokens() -> AsyncStream<PushDeviceToken> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { reader in Task { @MainActor in self.add(reader) } }
    }

    func give(_ token: PushDeviceToken) {
        latest = token
        readers.send(token)
    }

    private func add(_ reader: AsyncStream<PushDeviceToken>.Continuation) {
        if let latest { reader.yield(latest) }
        readers.add(reader)
    }
}

extension PushRegistrar {
    /// Uses the latest token of each kind from a source, until it or the task ends. ``run()`` registers the tokens.
    public func use(from source: any PushDeviceTokenSource) async {
        for await token in source.tokens() { await use(token) }
    }
}

#if canImport(UIKit) && canImport(UserNotifications) && !os(watchOS)
    public import Foundation
    import UIKit
    public import UserNotifications

    /// Asks the system for a push token, receives it through the app's delegate, and passes it to a registrar.
    ///
    /// Create one object in the app, forward the delegate's calls to it, and call ``start(asking:)`` at every launch.
    public final class BaliseRemoteNotifications: PushDeviceTokenSource {
        private let relay = PushDeviceTokenRelay()

        public init() {}

        public func tokens() -> AsyncStream<PushDeviceToken> { relay.tokens() }

        /// Asks the system for a token and, the first time, the user for the permission to show notifications. A token
        /// arrives in either case: without the permission, pushes still reach the app and its inbox.
        /// - Parameter options: The kinds of notification to ask for.
        /// - Returns: Whether the user allows them.
        /// - Throws: The system's error when it cannot ask the user.
        @available(iOSApplicationExtension, unavailable)
        @available(tvOSApplicationExtension, unavailable)
        @discardableResult
        @MainActor
        public func start(asking options: UNAuthorizationOptions = [.alert, .badge, .sound]) async throws -> Bool {
            UIApplication.shared.registerForRemoteNotifications()
            return try await UNUserNotificationCenter.current().requestAuthorization(options: options)
        }

        /// Passes the token on. Call this in `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
        @MainActor
        public func didRegister(_ deviceToken: Data) { relay.give(.apns(deviceToken)) }
    }
#endif
