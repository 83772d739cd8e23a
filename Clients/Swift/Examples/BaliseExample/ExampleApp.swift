// The app: one client for all screens.

import SwiftUI

@main
struct ExampleApp: App {
    @State private var model = ExampleModel()

    var body: some Scene {
        WindowGroup {
            RootView().environment(model)
        }
    }
}
