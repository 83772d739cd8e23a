import BaliseJSON
import Models

struct RawShape: Sendable {
    enum Kind: Sendable {
        case text, number, flag, texts
        case anyObject
        case object(RawShape)
        case textOrObject(RawShape)
    }

    let members: [String: Kind]

    func check(_ object: JSONValue, at place: String) throws(ServiceError) {
        guard let all = object.members else { throw NotificationRules.invalid("\(place) must be an object", at: place) }
        var seen: Set<ExactText> = []
        for (name, value) in all {
            guard seen.insert(ExactText(name)).inserted else {
                throw NotificationRules.invalid("\(place).\(name) is there twice; give it once", at: place)
            }
            guard let kind = members[name] else {
                let known = members.keys.sorted().joined(separator: ", ")
                throw NotificationRules.invalid(
                    "\(place) has a member that is not known or not to be set here; it may have \(known)", at: place)
            }
            try check(value, kind, at: "\(place).\(name)")
        }
    }

    private func check(_ value: JSONValue, _ kind: Kind, at place: String) throws(ServiceError) {
        let what: String? =
            switch kind {
            case .text: value.kind == .string ? nil : "a text"
            case .number: value.kind == .number ? nil : "a number"
            case .flag: value.kind == .bool ? nil : "true or false"
            case .texts: value.elements?.allSatisfy { $0.kind == .string } == true ? nil : "a list of texts"
            case .anyObject, .object: value.kind == .object ? nil : "an object"
            case .textOrObject: [.string, .object].contains(value.kind) ? nil : "a text or an object"
            }
        if let what { throw NotificationRules.invalid("\(place) must be \(what)", at: place) }
        switch kind {
        case .object(let shape): try shape.check(value, at: place)
        case .textOrObject(let shape) where value.kind == .object: try shape.check(value, at: place)
        default: break
        }
    }

    /// Apple's "Payload key reference", tables 1 to 3.
    static let aps = RawShape(members: [
        "alert": .textOrObject(
            RawShape(members: [
                "title": .text, "subtitle": .text, "body": .text, "launch-image": .text, "title-loc-key": .text,
                "title-loc-args": .texts, "subtitle-loc-key": .text, "subtitle-loc-args": .texts, "loc-key": .text,
                "loc-args": .texts, "summary-arg": .text, "summary-arg-count": .number,
                "sound": .textOrObject(sound),
            ])),
        "badge": .number, "sound": .textOrObject(sound), "thread-id": .text, "category": .text,
        "content-available": .number, "mutable-content": .number, "target-content-id": .text,
        "interruption-level": .text, "relevance-score": .number, "filter-criteria": .text, "stale-date": .number,
        "content-state": .anyObject, "dismissal-date": .number, "input-push-channel": .text, "url-args": .texts,
    ])

    private static let sound = RawShape(members: ["critical": .number, "name": .text, "volume": .number])

    /// HTTP v1 reference, projects.messages, without the address (`token`, `topic`, `condition`) and what the server
    /// writes.
    static let fcm = RawShape(members: [
        "data": .anyObject,
        "notification": .object(RawShape(members: ["title": .text, "body": .text, "image": .text])),
        "android": .object(
            RawShape(members: [
                "restricted_package_name": .text, "data": .anyObject, "direct_boot_ok": .flag,
                "bandwidth_constrained_ok": .flag, "restricted_satellite_ok": .flag,
                "fcm_options": .object(options), "notification": .object(androidNotification),
            ])),
        "webpush": .object(
            RawShape(members: [
                "headers": .anyObject, "data": .anyObject, "notification": .anyObject, "fcm_options": .anyObject,
            ])),
        "apns": .object(
            RawShape(members: [
                "headers": .anyObject, "payload": .anyObject,
                "fcm_options": .object(RawShape(members: ["analytics_label": .text, "image": .text])),
            ])),
        "fcm_options": .object(options),
    ])

    private static let options = RawShape(members: ["analytics_label": .text])

    private static let androidNotification = RawShape(members: [
        "title": .text, "body": .text, "icon": .text, "color": .text, "sound": .text, "tag": .text,
        "click_action": .text, "body_loc_key": .text, "body_loc_args": .texts, "title_loc_key": .text,
        "title_loc_args": .texts, "channel_id": .text, "ticker": .text, "sticky": .flag, "event_time": .text,
        "local_only": .flag, "notification_priority": .text, "default_sound": .flag,
        "default_vibrate_timings": .flag, "default_light_settings": .flag, "vibrate_timings": .texts,
        "visibility": .text, "notification_count": .number, "light_settings": .anyObject, "image": .text,
        "proxy": .text, "bypass_proxy_notification": .flag,
    ])
}
