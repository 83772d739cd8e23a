// The system's centre of notifications.

#if canImport(UserNotifications) && !os(watchOS) && !os(tvOS)
    import BaliseAPI
    import Foundation
    public import UserNotifications

    /// Shows notifications by the system, and passes on to a responder what it asks and what people do.
    ///
    ///     let responder = client.pushResponder(SystemPushCentre())
    ///     let delegate = SystemPushDelegate(responder)
    ///
    /// The app makes the delegate before its start is over (`didFinishLaunching`, or the `init` of its `App`), for else the
    /// system does not tell it of the tap that started it, and keeps it, since the system does not.
    public struct SystemPushCentre: PushCentre, PushButtonOffering {
        /// The system's centre.
        public init() {}

        public func setBadge(_ count: Int) async throws {
            try await UNUserNotificationCenter.current().setBadgeCount(count)
        }

        public func setCategories(_ categories: [PushCategory]) async {
            await withCheckedContinuation { done in
                let center = UNUserNotificationCenter.current()
                // Those of single notifications stay: they are in the list still.
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

    /// Stands as the system's delegate for notifications.
    public final class SystemPushDelegate: NSObject, UNUserNotificationCenterDelegate {
        private let responder: PushResponder

        /// Becomes the system's delegate.
        @MainActor
        public init(_ responder: PushResponder) {
            self.responder = responder
            super.init()
            UNUserNotificationCenter.current().delegate = self
        }

        /// Asks the responder how a notification is shown while the app is open.
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

        /// Gives the responder what a person did.
        public func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
        ) {
            let taken = PushResponse(response)
            let answer = HandlerOfSystem<Void> { _ in completionHandler() }
            // UIKit wants to hear of the end on the main thread.
            Task { @MainActor [responder] in
                await responder.take(taken)
                answer.handler(())
            }
        }
    }

    /// A block of the system, on its way to the main thread.
    private struct HandlerOfSystem<Value>: @unchecked Sendable {
        // Sendable because the system lets it be called from any thread, once.
        let handler: (Value) -> Void

        init(_ handler: @escaping (Value) -> Void) { self.handler = handler }
    }
#endif
