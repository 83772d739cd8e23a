#if canImport(UserNotifications) && !os(watchOS) && !os(tvOS)
    import BaliseAPI
    import Foundation
    public import UserNotifications

    /// Shows notifications through the system, and passes the system's questions and the user's actions to a responder.
    ///
    /// Create the delegate before the launch is over (in `didFinishLaunching`, or the `init` of the `App`); otherwise
    /// the system does not report the tap that started the app. Keep a reference to it: the system has only a weak one.
    ///
    ///     let responder = client.pushResponder(SystemPushCentre())
    ///     let delegate = SystemPushDelegate(responder)
    public struct SystemPushCentre: PushCentre, PushButtonOffering {
        public init() {}

        public func setBadge(_ count: Int) async throws {
            try await UNUserNotificationCenter.current().setBadgeCount(count)
        }

        public func setCategories(_ categories: [PushCategory]) async {
            await withCheckedContinuation { done in
                let center = UNUserNotificationCenter.current()
                // Categories of single notifications stay, because those notifications are still in the list.
                center.getNotificationCategories { known in
                    let own = known.filter { $0.identifier.hasPrefix(PushCategory.ownPrefix) }
                    UNUserNotificationCenter.current().setNotificationCategories(
                        own.union(categories.map { UNNotificationCategory($0) }))
                    done.resume()
                }
            }
        }

        public func offer(_ category: PushCategory) async {
            await withCheckedContinuation { done in
                UNUserNotificationCenter.current().getNotificationCategories { known in
                    let others = known.filter { $0.identifier != category.id }
                    UNUserNotificationCenter.current().setNotificationCategories(
                        others.union([UNNotificationCategory(category)]))
                    done.resume()
                }
            }
        }
    }

    /// The system's delegate for notifications.
    public final class SystemPushDelegate: NSObject, UNUserNotificationCenterDelegate {
        private let responder: PushResponder

        /// Creates the delegate and installs it.
        @MainActor
        public init(_ responder: PushResponder) {
            self.responder = responder
            super.init()
            UNUserNotificationCenter.current().delegate = self
        }

        /// Asks the responder how to show a notification while the app is open.
        public func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            let push = ReceivedPush(payload: notification.request.content.userInfo)
            let answer = HandlerOfSystem(completionHandler)
            Task { @MainActor [responder] in
                answer.handler(UNNotificationPresentationOptions(responder.presentation(push)))
            }
        }

        /// Passes the user's action to the responder.
        public func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            let taken = PushResponse(response)
            let answer = HandlerOfSystem<Void> { _ in completionHandler() }
            // UIKit expects the completion on the main thread.
            Task { @MainActor [responder] in
                await responder.take(taken)
                answer.handler(())
            }
        }
    }

    /// A completion handler of the system on its way to the main thread.
    private struct HandlerOfSystem<Value>: @unchecked Sendable {
        // The handler is declared Sendable because the system allows one call from any thread.
        let handler: (Value) -> Void

        init(_ handler: @escaping (Value) -> Void) { self.handler = handler }
    }

    extension PushResponse {
        init(_ response: UNNotificationResponse) {
            let act: Act =
                switch response.actionIdentifier {
                case UNNotificationDefaultActionIdentifier: .opened
                case UNNotificationDismissActionIdentifier: .dismissed
                default: .action(response.actionIdentifier)
                }
            self.init(
                ReceivedPush(payload: response.notification.request.content.userInfo), act,
                text: (response as? UNTextInputNotificationResponse)?.userText)
        }
    }

    extension UNNotificationPresentationOptions {
        init(_ presentation: PushPresentation) {
            self = []
            if presentation.contains(.banner) { insert(.banner) }
            if presentation.contains(.list) { insert(.list) }
            if presentation.contains(.sound) { insert(.sound) }
            if presentation.contains(.badge) { insert(.badge) }
        }
    }

    extension UNNotificationCategory {
        convenience init(_ category: PushCategory) {
            self.init(
                identifier: category.id, actions: category.buttons.map(action), intentIdentifiers: [],
                options: category.reportsDismissal ? [.customDismissAction] : [])
        }
    }

    private func action(_ button: PushCategory.Button) -> UNNotificationAction {
        var options: UNNotificationActionOptions = []
        if button.opensApp { options.insert(.foreground) }
        if button.isDestructive { options.insert(.destructive) }
        if button.needsUnlocking { options.insert(.authenticationRequired) }
        guard let prompt = button.textPrompt else {
            return UNNotificationAction(identifier: button.id, title: button.title, options: options)
        }
        return UNTextInputNotificationAction(
            identifier: button.id, title: button.title, options: options, textInputButtonTitle: button.title,
            textInputPlaceholder: prompt)
    }
#endif
