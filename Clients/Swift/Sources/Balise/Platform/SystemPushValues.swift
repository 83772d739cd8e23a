#if canImport(UserNotifications) && !os(watchOS) && !os(tvOS)
    import Foundation
    import UserNotifications

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
