import Balise
import SwiftUI

struct ProblemText: View {
    private let problem: BaliseError?

    init(_ problem: BaliseError?) { self.problem = problem }

    var body: some View { if let problem { Text(sentence(problem)).foregroundStyle(.red) } }

    private func sentence(_ problem: BaliseError) -> String {
        switch problem {
        // The error's own text names no button. The app knows which button helps.
        case .refused(let refusal) where refusal.code == .signInTooOld: "Confirm once more that it is you."
        case .invalid where "\(problem)".contains("DeviceKey"): "Protect this device with a key first."
        default: problem.localizedDescription
        }
    }
}
