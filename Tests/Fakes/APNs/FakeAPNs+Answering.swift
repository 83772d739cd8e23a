import Foundation
import Models
import NIOCore
import NIOHPACK
import Synchronization

extension FakeAPNs {
    /// Keeps the notification, and determines its answer: first Apple's refusals, then the test's rules.
    func answer(_ request: APNsRequest, connection: Int, underWay: Int) -> Answer {
        let token = request.token
        let needsToken = plan.clientCertificates.isEmpty
        let refusal = request.refusal(topics: plan.topics, needsTopic: needsToken)
        let now = plan.clock.now()
        let isSeen = plan.keepsNotifications || plan.arrival != nil
        let notification = isSeen ? Notification(request, connection: connection, underWay: underWay) : nil
        let answer: Answer = state.withLock { state in
            if plan.keepsNotifications, let notification { state.notifications.append(notification) }
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
        if let notification, let arrival = plan.arrival { arrival(notification, answer.refusal) }
        return answer
    }

    func recordRequest() { state.withLock { $0.opened += 1 } }
    func recordReset() { state.withLock { $0.resets += 1 } }
    func recordBytes(_ count: Int) -> Bool {
        state.withLock { state in
            state.bytes += count
            return !state.isWithholding
        }
    }

    func recordAcknowledgement() { state.withLock { $0.acknowledged += 1 } }

    func join(_ connection: Int, _ take: @escaping @Sendable (Order) -> Void) {
        state.withLock { $0.open[connection] = take }
    }

    func leave(_ connection: Int) { state.withLock { $0.open[connection] = nil } }

    func hold(_ answer: @escaping @Sendable () -> Void) { state.withLock { $0.held.append(answer) } }
}

extension FakeAPNs.Answer {
    fileprivate var refusal: (status: Int, reason: String)? {
        if case .refused(let status, let reason, _, _) = self { (status, reason) } else { nil }
    }
}

extension FakeAPNs.Notification {
    init(_ request: APNsRequest, connection: Int, underWay: Int) {
        token = request.token
        headers = Dictionary(request.headers.map { ($0.name, $0.value) }) { "\($0),\($1)" }
        payload = Data(request.payload.readableBytesView)
        (self.connection, self.underWay) = (connection, underWay)
    }
}
