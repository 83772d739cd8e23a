import Balise
import SwiftUI

struct RootView: View {
    @Environment(ExampleModel.self) private var model

    var body: some View {
        NavigationStack {
            switch model.session.state {
            case nil: ProgressView()
            case .signedIn: HomeView()
            case .tokenNeeded, .signedOut:
                // The user can follow the erasure after the account is gone.
                if model.account.erasure != nil { ErasureView() } else { SignInView() }
            }
        }
        .task { await model.run() }
    }
}
