// What the raw parts of a notification may say.

import BaliseJSON
import Models

/// The rules of the raw `apns` and `fcm` parts: members that the providers know, of the kind that they have, and nothing
/// that addresses a push device or that the server writes.
enum RawPartRules {
    static func check(_ content: NotificationContent, mayInterrupt: Bool) throws(ServiceError) {
        if let apns = try NotificationRules.object(content.apns, "apns") {
            try checkAPNs(apns, mayInterrupt: mayInterrupt)
        }
        guard let fcm = try NotificationRules.object(content.fcm, "fcm") else { return }
        try RawShape.fcm.check(fcm, at: "fcm")
        for (place, data) in [
            ("fcm.data", fcm.member("data")), ("fcm.android.data", fcm.member("android")?.member("data")),
        ] {
            try checkData(data, at: place)
        }
        try checkHeaders(fcm.member("apns")?.member("headers"))
        if let payload = fcm.member("apns")?.member("payload") {
            try checkAPNs(payload, at: "fcm.apns.payload", mayInterrupt: mayInterrupt)
        }
    }

    private static func checkAPNs(
        _ part: JSONValue, at place: String = "apns", mayInterrupt: Bool
    ) throws(ServiceError) {
        for (name, value) in part.allMembers {
            guard name == "aps" else {
                guard !NotificationRules.ownMembers.contains(name) else {
                    throw NotificationRules.invalid("\(place).\(name) is written by the server; leave it out")
                }
                continue
            }
            try RawShape.aps.check(value, at: "\(place).aps")
        }
        guard let aps = part.member("aps") else { return }
        if let level = aps.member("interruption-level")?.string {
            guard let level = InterruptionLevel(rawValue: level) else {
                throw NotificationRules.invalid(
                    "\(place).aps.interruption-level must be passive, active, time-sensitive or critical")
            }
            try NotificationRules.check(level, mayInterrupt: mayInterrupt)
        }
        // A sound that is an object can be critical, which silent mode does not mute.
        for sound in [aps.member("sound"), aps.member("alert")?.member("sound")] where sound?.kind == .object {
            try NotificationRules.check(.critical, mayInterrupt: mayInterrupt)
        }
    }

    /// Throws for values that are no texts: FCM takes no others.
    private static func checkData(_ data: JSONValue?, at place: String) throws(ServiceError) {
        for (name, value) in data?.allMembers ?? [] {
            guard value.kind == .string else {
                throw NotificationRules.invalid("\(place).\(name) must be a text, as all data of FCM")
            }
            guard !NotificationRules.isOfFCM(name) else {
                throw NotificationRules.invalid("\(place).\(name) is a name that FCM keeps for itself")
            }
        }
    }

    /// Headers decide to whom a push goes and for how long; those are the server's.
    private static func checkHeaders(_ headers: JSONValue?) throws(ServiceError) {
        let reserved = [
            "authorization", "apns-id", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration",
            "apns-collapse-id",
        ]
        for (name, value) in headers?.allMembers ?? [] {
            guard name.isASCIIAlphanumeric(or: "-"), !reserved.contains(name.lowercased()),
                name.lowercased().hasPrefix("apns-")
            else {
                throw NotificationRules.invalid("fcm.apns.headers.\(name) is written by the server; leave it out")
            }
            guard value.string?.isOneLine == true else {
                throw NotificationRules.invalid("fcm.apns.headers.\(name) must be a text of one line")
            }
        }
    }
}
