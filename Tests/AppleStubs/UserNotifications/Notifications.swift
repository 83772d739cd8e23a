// Notifications, their content and requests, and the responses of users.

public import Foundation

open class UNNotification: NSObject {
    open var request: UNNotificationRequest { UNNotificationRequest() }
}

open class UNNotificationRequest: NSObject {
    open var identifier: String { "" }
    open var content: UNNotificationContent { UNNotificationContent() }
}

open class UNNotificationContent: NSObject {
    open var userInfo: [AnyHashable: Any] { [:] }

    // Of NSMutableCopying, which Linux's NSObject has as well.
    open override func mutableCopy() -> Any { UNMutableNotificationContent() }
}

open class UNMutableNotificationContent: UNNotificationContent {
    open var title = ""
    open var subtitle = ""
    open var body = ""
    open var categoryIdentifier = ""
    open var attachments: [UNNotificationAttachment] = []
    private var members: [AnyHashable: Any] = [:]
    open override var userInfo: [AnyHashable: Any] {
        get { members }
        set { members = newValue }
    }
}

open class UNNotificationAttachment: NSObject {
    public convenience init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws { self.init() }
}

open class UNNotificationServiceExtension: NSObject {
    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}
    open func serviceExtensionTimeWillExpire() {}
}

open class UNNotificationResponse: NSObject {
    open var notification: UNNotification { UNNotification() }
    open var actionIdentifier: String { "" }
}

open class UNTextInputNotificationResponse: UNNotificationResponse {
    open var userText: String { "" }
}

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
