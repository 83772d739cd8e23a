// How a stand-in for APNs comes to its answers.

import Foundation
import Models
import NIOCore
import NIOHPACK
import Synchronization

extension FakeAPNs {
    /// Keeps the notification, and says what becomes of it: what Apple would refuse is refused, then the test's word counts.
    func answer(_ request: APNsRequest, connection: Int, underWay: Int) -> Answer {
        let token = request.token
        let needsToken = plan.clientCertificates.isEmpty
        let refusal = request.refusal(topics: plan.topics, needsTopic: needsToken)
        let now = plan.clock.now()
        return state.withLock { state in
            if plan.keepsNotifications {
                state.notifications.append(
                    Notification(
                        token: token, headers: FakeAPNs.plain(request.headers),
                        payload: Data(request.payload.readableBytesView), connection: connection, underWay: underWay))
            }
            if needsToken {
                let authorization = request.headers.first(name: "authorization")
                if let no = state.tokens.refusal(authorization, team: plan.team, at: now) {
                    return .refused(no.status, no.reason)
                }
            }
            if let refusal { return .refused(refusal.status, refusal.reason) }
            if !state.script.isEmpty { return state.script.removeFirst() }
            return state.answers.first { token.hasPrefix($0.prefix) }?.answer ?? .sent
        }
    }

    func hold(_ answer: @escaping @Sendable () -> Void) { state.withLock { $0.held.append(answer) } }

    private static func plain(_ headers: HPACKHeaders) -> [String: String] {
        Dictionary(headers.map { ($0.name, $0.value) }) { "\($0),\($1)" }
    }
}
