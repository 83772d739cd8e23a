import BaliseJSON
import Models

/// Checks raw parts. Members must be known to the provider and of the right kind. Members that address a push device,
/// or that the server writes, are refused.
extension NotificationRules {
    static func checkRawParts(of content: NotificationContent, mayInterrupt: Bool) throws(ServiceError) {
        if let apns = try object(content.apns, "apns") {
            try checkAPNs(apns, mayInterrupt: mayInterrupt)
        }
        guard let fcm = try object(content.fcm, "fcm") else { return }
        try RawShape.fcm.check(fcm, at: "fcm")
        let webpush = fcm.member("webpush")
        for (place, data) in [
            ("fcm.data", fcm.member("data")), ("fcm.android.data", fcm.member("android")?.member("data")),
            ("fcm.webpush.data", webpush?.member("data")),
        ] {
            try checkRawData(data, at: place)
        }
        try check(webpush?.member("headers"), at: "fcm.webpush.headers") { headersOfWebPush.contains($0) }
        try check(fcm.member("apns")?.member("headers"), at: "fcm.apns.headers") {
            headersOfAPNs.contains($0) || !$0.utf8.starts(with: "apns-".utf8)
        }
        if let payload = fcm.member("apns")?.member("payload") {
            try checkAPNs(payload, at: "fcm.apns.payload", mayInterrupt: mayInterrupt)
        }
    }

    private static func checkAPNs(
        _ part: JSONValue, at place: String = "apns", mayInterrupt: Bool
    ) throws(ServiceError) {
        for (name, value) in part.allMembers {
            guard name.utf8.elementsEqual("aps".utf8) else {
                try checkOwn(name, at: place)
                guard !hasPrefixOfFCM(name) else {
                    throw invalid("\(place).\(name) is a name that FCM keeps for itself", at: place)
                }
                continue
            }
            try RawShape.aps.check(value, at: "\(place).aps")
        }
        guard let aps = part.member("aps") else { return }
        if let level = aps.member("interruption-level")?.string {
            guard let level = InterruptionLevel(rawValue: level) else {
                throw invalid(
                    "\(place).aps.interruption-level must be passive, active, time-sensitive or critical", at: place)
            }
            try check(level, mayInterrupt: mayInterrupt)
        }
        // A sound object can be critical, and so ignore silent mode.
        for sound in [aps.member("sound"), aps.member("alert")?.member("sound")] where sound?.kind == .object {
            try check(.critical, mayInterrupt: mayInterrupt)
        }
    }

    /// Throws for names that the server or FCM writes, and for values that are not texts, which FCM refuses. The data
    /// of one platform replaces all other data there.
    private static func checkRawData(_ data: JSONValue?, at place: String) throws(ServiceError) {
        for (name, value) in data?.allMembers ?? [] {
            try checkOwn(name, at: place)
            guard !isOfFCM(name) else {
                throw invalid("\(place).\(name) is a name that FCM keeps for itself", at: place)
            }
            guard value.kind == .string else {
                throw invalid("\(place).\(name) must be a text, as all data of FCM", at: place)
            }
        }
    }

    private static func checkOwn(_ name: String, at place: String) throws(ServiceError) {
        guard !isOwn(name) else { throw invalid("\(place).\(name) is written by the server; leave it out", at: place) }
    }

    /// The headers of APNs that only the server writes, because it decides about recipient, priority and lifetime.
    private static let headersOfAPNs: Set<String> = [
        "authorization", "apns-id", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration",
        "apns-collapse-id",
    ]

    /// The headers of web pushes that only the server writes (RFC 8030, section 5).
    private static let headersOfWebPush: Set<String> = ["authorization", "ttl", "urgency", "topic"]

    private static func check(
        _ headers: JSONValue?, at place: String, isOwn: (_ lowercased: String) -> Bool
    ) throws(ServiceError) {
        for (name, value) in headers?.allMembers ?? [] {
            // Lowercasing turns some letters of other scripts, such as the Kelvin sign, into ASCII.
            guard name.isASCIIAlphanumeric(or: "-"), !isOwn(name.lowercased()) else {
                throw invalid("\(place).\(name) is written by the server; leave it out", at: place)
            }
            guard value.string?.isOneLine == true else {
                throw invalid("\(place).\(name) must be a text of one line", at: place)
            }
        }
    }
}

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

    /// The members of `aps` (Apple's "Payload key reference", tables 1 to 3).
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

    /// The members for FCM (HTTP v1 reference, projects.messages), without the address (`token`, `topic`, `condition`)
    /// and the members that the server writes.
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
