import SwiftUI

@main
struct ExampleApp: App {
    @UIApplicationDelegateAdaptor(ExampleAppDelegate.self) private var delegate
    @State private var model = ExampleModel()

    var body: some Scene {
        WindowGroup {
            RootView().environment(model).task { delegate.source = model.notifications.source }
        }
    }
}
