import Balise
import SwiftUI

struct ProblemText: View {
    private let problem: BaliseError?

    init(_ problem: BaliseError?) { self.problem = problem }

    var body: some View { if let problem { Text(sentence(problem)).foregroundStyle(.red) } }

    private func sentence(_ problem: BaliseError) -> String {
        switch problem {
        case .refused(let refusal):
            switch refusal.code {
            case .wrongCredentials: "The name or the password is wrong."
            case .rateLimited: "Too many tries. Try again in \(refusal.retryAfter ?? 60) seconds."
            case .signInTooOld: "Show once more that it is you."
            case .deviceKeyUnknown, .deviceKeyWrong:
                "This device has another key than the one that is kept here. Reset it, or ask the person who has it."
            default: refusal.message.isEmpty ? "The server refused. Try again later." : refusal.message
            }
        case .unreachable, .timedOut: "There is no connection to the server. Try again."
        case .signedOut: "Sign in first."
        case .invalid where "\(problem)".contains("DeviceKey"): "Protect this device with a key first."
        default: "That did not work. Try again."
        }
    }
}
