import BaliseJSON
import Models

/// Members must be known to the provider and of the right kind. Those that address a push device or that the server writes
/// are refused.
enum RawPartRules {
    static func check(_ content: NotificationContent, mayInterrupt: Bool) throws(ServiceError) {
        if let apns = try NotificationRules.object(content.apns, "apns") {
            try checkAPNs(apns, mayInterrupt: mayInterrupt)
        }
        guard let fcm = try NotificationRules.object(content.fcm, "fcm") else { return }
        try RawShape.fcm.check(fcm, at: "fcm")
        let webpush = fcm.member("webpush")
        for (place, data) in [
            ("fcm.data", fcm.member("data")), ("fcm.android.data", fcm.member("android")?.member("data")),
            ("fcm.webpush.data", webpush?.member("data")),
        ] {
            try checkData(data, at: place)
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
                guard !NotificationRules.hasPrefixOfFCM(name) else {
                    throw NotificationRules.invalid("\(place).\(name) is a name that FCM keeps for itself", at: place)
                }
                continue
            }
            try RawShape.aps.check(value, at: "\(place).aps")
        }
        guard let aps = part.member("aps") else { return }
        if let level = aps.member("interruption-level")?.string {
            guard let level = InterruptionLevel(rawValue: level) else {
                throw NotificationRules.invalid(
                    "\(place).aps.interruption-level must be passive, active, time-sensitive or critical", at: place)
            }
            try NotificationRules.check(level, mayInterrupt: mayInterrupt)
        }
        // A sound object can be critical, and so ignore silent mode.
        for sound in [aps.member("sound"), aps.member("alert")?.member("sound")] where sound?.kind == .object {
            try NotificationRules.check(.critical, mayInterrupt: mayInterrupt)
        }
    }

    /// Throws for names that the server or FCM writes, and for values that are not texts, which FCM refuses. The data of
    /// one platform replaces all other data there.
    private static func checkData(_ data: JSONValue?, at place: String) throws(ServiceError) {
        for (name, value) in data?.allMembers ?? [] {
            try checkOwn(name, at: place)
            guard !NotificationRules.isOfFCM(name) else {
                throw NotificationRules.invalid("\(place).\(name) is a name that FCM keeps for itself", at: place)
            }
            guard value.kind == .string else {
                throw NotificationRules.invalid("\(place).\(name) must be a text, as all data of FCM", at: place)
            }
        }
    }

    private static func checkOwn(_ name: String, at place: String) throws(ServiceError) {
        guard !NotificationRules.isOwn(name) else {
            throw NotificationRules.invalid("\(place).\(name) is written by the server; leave it out", at: place)
        }
    }

    /// Recipient, priority and lifetime belong to the server.
    private static let headersOfAPNs: Set<String> = [
        "authorization", "apns-id", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration",
        "apns-collapse-id",
    ]

    /// RFC 8030, section 5.
    private static let headersOfWebPush: Set<String> = ["authorization", "ttl", "urgency", "topic"]

    private static func check(
        _ headers: JSONValue?, at place: String, isOwn: (_ lowercased: String) -> Bool
    ) throws(ServiceError) {
        for (name, value) in headers?.allMembers ?? [] {
            // Lowercasing turns some letters of other scripts, such as the Kelvin sign, into ASCII.
            guard name.isASCIIAlphanumeric(or: "-"), !isOwn(name.lowercased()) else {
                throw NotificationRules.invalid("\(place).\(name) is written by the server; leave it out", at: place)
            }
            guard value.string?.isOneLine == true else {
                throw NotificationRules.invalid("\(place).\(name) must be a text of one line", at: place)
            }
        }
    }
}
