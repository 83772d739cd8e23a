#if canImport(UserNotifications) && !os(watchOS) && !os(tvOS)
    import BaliseAPI
    import Foundation
    public import UserNotifications

    /// The base class for an app's notification service extension.
    ///
    ///     final class NotificationService: BalisePushServiceExtension {}
    ///
    /// It prepares pushes with `mutable-content`, which the server sets for pictures and buttons. Override
    /// ``preparation`` to add more.
    open class BalisePushServiceExtension: UNNotificationServiceExtension {
        private var run: PushPreparationRun?

        /// The preparation of a push before it is shown.
        open var preparation: PushPreparation { PushPreparation(buttons: SystemPushCentre()) }

        open override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
                contentHandler(request.content)
                return
            }
            let waiting = WaitingNotification(content: content, handler: contentHandler)
            let push = ReceivedPush(payload: request.content.userInfo)
            run = preparation.begin(push) { changes in waiting.deliver(changes) }
        }

        open override func serviceExtensionTimeWillExpire() { run?.finish() }
    }

    private struct WaitingNotification: @unchecked Sendable {
        // The content is declared Sendable because it is delivered once, and no other code uses it.
        let content: UNMutableNotificationContent
        let handler: (UNNotificationContent) -> Void

        func deliver(_ changes: PushChanges) {
            if let decrypted = changes.decrypted {
                if let title = decrypted.title { content.title = title }
                if let subtitle = decrypted.subtitle { content.subtitle = subtitle }
                if let body = decrypted.body { content.body = body }
                if let members = decrypted.members,
                    let added = try? JSONSerialization.jsonObject(with: Data(members.text.utf8)) as? [String: Any]
                {
                    content.userInfo.merge(added) { _, new in new }
                }
            }
            if let category = changes.category { content.categoryIdentifier = category }
            // The system moves the picture's file to its own folder of attachments.
            if let image = changes.image,
                let attachment = try? UNNotificationAttachment(identifier: "image", url: image, options: nil)
            {
                content.attachments = [attachment]
            }
            handler(content)
        }
    }
#endif
