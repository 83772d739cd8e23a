import Foundation
import Models
import NIOCore
import NIOHPACK
import Synchronization

extension FakeAPNs {
    struct ChannelAnswer {
        var status: Int
        var headers: [(String, String)] = []
        /// Nil for success.
        var reason: String?
        var body: String?
    }

    /// `broadcasts` has the pushes of these channels, in order.
    public var channels: Set<String> { state.withLock { Set($0.channels.keys) } }
    public var broadcasts: [Notification] { state.withLock { $0.broadcasts } }

    func answer(aboutChannels request: APNsRequest, connection: Int) -> ChannelAnswer {
        let notification = Notification(request, connection: connection, underWay: 1)
        let answer = self.answer(request, notification)
        if request.path.hasPrefix("/4/") { plan.arrival?(notification, answer.reason.map { (answer.status, $0) }) }
        return answer
    }

    private func answer(_ request: APNsRequest, _ notification: Notification) -> ChannelAnswer {
        let now = plan.clock.now()
        return state.withLock { state in
            let authorization = request.headers.first(name: "authorization")
            if let no = state.tokens.refusal(authorization, team: plan.team, at: now) {
                return ChannelAnswer(status: no.status, reason: no.reason)
            }
            let parts = request.path.split(separator: "/").map(String.init)
            let app = parts.last?.hasSuffix("channels") == true ? parts.dropLast().last ?? "" : parts.last ?? ""
            if let topics = plan.topics, !topics.contains(app) {
                return ChannelAnswer(status: 400, reason: "TopicDisallowed")
            }
            let id = request.headers.first(name: "apns-channel-id") ?? ""
            switch (request.headers.first(name: ":method"), parts.first) {
            case ("POST", "1"):
                let body = try? JSONSerialization.jsonObject(with: notification.payload) as? [String: Any]
                guard body?["push-type"] as? String == "LiveActivity", body?["message-storage-policy"] is Int else {
                    return ChannelAnswer(status: 400, reason: "InvalidPushType")
                }
                let made = Data("channel-\(state.channels.count)+/".utf8).base64EncodedString()
                state.channels[made] = app
                return ChannelAnswer(status: 201, headers: [("apns-channel-id", made)])
            case ("GET", "1"):
                let own = state.channels.filter { $0.value == app }.map { "\"\($0.key)\"" }.sorted()
                return ChannelAnswer(status: 200, body: #"{"channels":[\#(own.joined(separator: ","))]}"#)
            case ("DELETE", "1"):
                guard state.channels.removeValue(forKey: id) != nil else {
                    return ChannelAnswer(status: 404, reason: "ChannelNotRegistered")
                }
                return ChannelAnswer(status: 204)
            case ("POST", "4"):
                guard state.channels[id] == app else {
                    return ChannelAnswer(status: 400, reason: "ChannelNotRegistered")
                }
                let type = request.headers.first(name: "apns-push-type")?.lowercased()
                guard type == "liveactivity" else { return ChannelAnswer(status: 400, reason: "InvalidPushType") }
                state.broadcasts.append(notification)
                return ChannelAnswer(status: 200, headers: [("apns-unique-id", "unique")])
            default: return ChannelAnswer(status: 405, reason: "MethodNotAllowed")
            }
        }
    }
}

extension APNsRequest {
    /// Whether it concerns a channel, not a push device.
    var isAboutChannels: Bool { path.hasPrefix("/1/apps/") || path.hasPrefix("/4/broadcasts/") }
}
