import Balise
import CoreLocation
import SwiftUI

struct SharingView: View {
    @Environment(ExampleModel.self) private var model
    @State private var location = CLLocationManager()

    var body: some View {
        Form {
            if let sharing = model.sharing, let state = sharing.state {
                Section("How exactly") {
                    Button("Not at all") { choose(.off) }
                    Button("Large moves") { choose(.whenMoving) }
                    Button("Every 50 m") { choose(.balanced) }
                    Button("Every second, for 15 minutes") { choose(.precise(until: Date() + 900)) }
                }
                Section {
                    LabeledContent("Now", value: name(of: state.power))
                    LabeledContent("Waiting for the network", value: "\(state.outbox.waiting)")
                } footer: {
                    Text(state.permission == .always ? "" : "Allow the location always in Settings.")
                }
                ProblemText(sharing.problem ?? state.problem ?? state.outbox.problem)
            } else {
                ProgressView()
            }
        }
        .navigationTitle("Share where I am")
    }

    private func choose(_ power: LocationPower) {
        // The system shows its question only once; later calls do nothing.
        if power != .off { location.requestAlwaysAuthorization() }
        Task { await model.sharing?.setPower(power) }
    }

    private func name(of power: LocationPower) -> String {
        switch power {
        case .off: "Not at all"
        case .whenMoving: "Large moves"
        case .balanced: "Every 50 m"
        case .precise: "Every second"
        }
    }
}
