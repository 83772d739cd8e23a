import Foundation
import NIOCore
import NIOHPACK

struct APNsRequest {
    let headers: HPACKHeaders
    let payload: ByteBuffer

    init(_ headers: HPACKHeaders, _ payload: ByteBuffer) {
        (self.headers, self.payload) = (headers, payload)
    }

    var path: String { headers.first(name: ":path") ?? "" }
    var token: String { path.hasPrefix("/3/device/") ? String(path.dropFirst("/3/device/".count)) : "" }

    private static let pushTypes: Set<String> = [
        "alert", "background", "voip", "complication", "location", "liveactivity", "widgets", "pushtotalk",
        "fileprovider", "mdm",
    ]

    /// The suffixes of topics after the app's id ("Sending notification requests to APNs").
    private static let suffixes = [
        "voip": ".voip", "complication": ".complication", "location": ".location-query",
        "fileprovider": ".pushkit.fileprovider", "liveactivity": ".push-type.liveactivity",
        "widgets": ".push-type.widgets", "pushtotalk": ".voip-ptt",
    ]

    func refusal(topics: Set<String>?, needsTopic: Bool) -> (status: Int, reason: String)? {
        if headers.first(name: ":method") != "POST" { return (405, "MethodNotAllowed") }
        if path == "/3/device/" || path == "/3/device" { return (400, "MissingDeviceToken") }
        guard path.hasPrefix("/3/device/") else { return (404, "BadPath") }
        if payload.readableBytes == 0 { return (400, "PayloadEmpty") }
        if payload.readableBytes > (headers.first(name: "apns-push-type") == "voip" ? 5120 : 4096) {
            return (413, "PayloadTooLarge")
        }
        for (name, count) in Dictionary(headers.map { ($0.name, 1) }, uniquingKeysWith: +)
        where count > 1 && name.hasPrefix("apns-") {
            return (400, "DuplicateHeaders")
        }
        return headerRefusal() ?? topicRefusal(topics, needsTopic) ?? payloadRefusal() ?? tokenRefusal()
    }

    /// Apple documents few of them and silently drops the push; this server reports the error.
    private func payloadRefusal() -> (status: Int, reason: String)? {
        let type = headers.first(name: "apns-push-type") ?? "alert"
        // Older tests send any payload.
        guard type != "alert" else { return nil }
        let wrong = (400, "InvalidPushType")
        guard let json = try? JSONSerialization.jsonObject(with: Data(payload.readableBytesView)) as? [String: Any]
        else { return wrong }
        let aps = json["aps"] as? [String: Any] ?? [:]
        let isSeen = ["alert", "sound", "badge"].contains { aps[$0] != nil }
        switch type {
        case "background": return aps["content-available"] as? Int == 1 && !isSeen ? nil : wrong
        case "mdm": return json.count == 1 && json["mdm"] is String ? nil : wrong
        case "liveactivity":
            let isWhole = aps["timestamp"] is Int && aps["content-state"] is [String: Any]
            switch aps["event"] as? String {
            case "start":
                return isWhole && aps["attributes"] is [String: Any] && aps["attributes-type"] is String
                    && aps["alert"] != nil ? nil : wrong
            case "update", "end": return isWhole ? nil : wrong
            default: return wrong
            }
        default: return nil
        }
    }

    private func headerRefusal() -> (status: Int, reason: String)? {
        if let id = headers.first(name: "apns-id"), UUID(uuidString: id) == nil { return (400, "BadMessageId") }
        let type = headers.first(name: "apns-push-type")
        if let type, !APNsRequest.pushTypes.contains(type) { return (400, "InvalidPushType") }
        if let priority = headers.first(name: "apns-priority") {
            guard ["10", "5", "1"].contains(priority), type != "background" || priority != "10" else {
                return (400, "BadPriority")
            }
        }
        if let expiration = headers.first(name: "apns-expiration"), UInt32(expiration) == nil {
            return (400, "BadExpirationDate")
        }
        if let id = headers.first(name: "apns-collapse-id"), id.utf8.count > 64 { return (400, "BadCollapseId") }
        return nil
    }

    private func topicRefusal(_ topics: Set<String>?, _ isNeeded: Bool) -> (status: Int, reason: String)? {
        guard let topic = headers.first(name: "apns-topic") else { return isNeeded ? (400, "MissingTopic") : nil }
        if topic.isEmpty { return (400, "BadTopic") }
        let suffix = APNsRequest.suffixes[headers.first(name: "apns-push-type") ?? "alert"] ?? ""
        guard topic.hasSuffix(suffix) else { return (400, "TopicDisallowed") }
        let app = String(topic.dropLast(suffix.count))
        if let topics, !topics.contains(app) { return (400, "TopicDisallowed") }
        return nil
    }

    private func tokenRefusal() -> (status: Int, reason: String)? {
        let isHex = token.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                true
            default: false
            }
        }
        return isHex && token.utf8.count >= 64 ? nil : (400, "BadDeviceToken")
    }
}
