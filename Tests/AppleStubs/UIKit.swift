// Signatures as Apple documents them, without function; re-exports Foundation like Apple's module.

@_exported public import Foundation

@MainActor
open class UIResponder: NSObject {}

@MainActor
open class UIApplication: UIResponder {
    public class var shared: UIApplication { UIApplication() }

    open func registerForRemoteNotifications() {}
    open var connectedScenes: Set<UIScene> { [] }
}

public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

@MainActor
open class UIDevice: NSObject {
    public class var current: UIDevice { UIDevice() }

    open var isBatteryMonitoringEnabled = false
    open var batteryLevel: Float { -1 }
}

@MainActor
public protocol UIApplicationDelegate: AnyObject {
    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
}

@MainActor
open class UIScene: UIResponder {}

@MainActor
open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { [] }
}

@MainActor
open class UIView: UIResponder {
    public init(frame: CGRect) {}

    open var backgroundColor: UIColor?
    open var tintColor: UIColor?
    open var translatesAutoresizingMaskIntoConstraints = true
    open var window: UIWindow? { nil }
    open var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide() }
    open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }

    open func addSubview(_ view: UIView) {}
}

@MainActor
open class UIWindow: UIView {
    open var isKeyWindow: Bool { false }
}

@MainActor
open class UILayoutGuide: NSObject {
    open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}

@MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint { NSLayoutConstraint() }
}

@MainActor
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

@MainActor
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

@MainActor
open class NSLayoutConstraint: NSObject {
    open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

@MainActor
open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}

    public required init?(coder: NSCoder) { nil }

    open var view: UIView! { nil }

    open func viewDidLoad() {}
}

@MainActor
open class UIControl: UIView {
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let touchUpInside = Event(rawValue: 1 << 6)
    }

    open func addAction(_ action: UIAction, for controlEvents: UIControl.Event) {}
}

public typealias UIActionHandler = @MainActor (UIAction) -> Void

@MainActor
open class UIAction: NSObject {
    public init(handler: @escaping UIActionHandler) {}
}

open class UIColor: NSObject, @unchecked Sendable {
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
}
