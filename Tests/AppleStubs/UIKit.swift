// Of UIKit what the SDK uses, as Apple documents it: signatures to compile against, and nothing that works.
// Like Apple's module it brings Foundation along.

@_exported public import Foundation

@MainActor
open class UIApplication: NSObject {
    public class var shared: UIApplication { UIApplication() }

    open func registerForRemoteNotifications() {}
}
