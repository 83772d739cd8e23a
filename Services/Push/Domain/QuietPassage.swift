// What comes through quiet hours.

import BaliseJSON
import Models

/// How a notification stands to the quiet hours of a person.
enum QuietPassage: Hashable, Sendable {
    /// It comes: nobody sees or hears it, or it is of no use later.
    case always
    /// It comes without a sound and without lighting the screen.
    case silently
    /// It comes where the person wants that; it may break through a focus, or through silence.
    case ifAllowed
    /// It waits for their end.
    case afterwards
}

extension NotificationContent {
    /// How it stands to quiet hours.
    var quietPassage: QuietPassage {
        switch pushType {
        case .voip: .always
        case .background, .location, .complication, .fileprovider, .mdm: isShownByRawParts ? .afterwards : .always
        case .liveactivity:
            // A start comes with an alert that the system demands. What the publisher adds to an update is theirs to
            // leave out.
            liveActivity?.event == .start || isShownByRawParts ? .afterwards : .silently
        case .alert: isInterruption ? .ifAllowed : .afterwards
        }
    }

    /// Whether it may break through a focus, or through silence, by its level or by its raw parts.
    var isInterruption: Bool {
        func breaksThrough(_ level: InterruptionLevel?) -> Bool { level == .timeSensitive || level == .critical }
        return breaksThrough(interruptionLevel)
            || rawAPS.contains { aps in
                breaksThrough(aps.member("interruption-level")?.string.flatMap(InterruptionLevel.init(rawValue:)))
                    // A sound that is an object can be critical.
                    || aps.member("sound")?.kind == .object
                    || aps.member("alert")?.member("sound")?.kind == .object
            }
    }

    /// Whether the raw parts show or sound something.
    private var isShownByRawParts: Bool {
        let fcm = NotificationContent.document(fcm)
        let shown = [fcm, fcm?.member("android"), fcm?.member("webpush")].map { $0?.member("notification") }
        return shown.contains { $0 != nil }
            || rawAPS.contains { $0.member("alert") != nil || $0.member("sound") != nil }
    }

    /// What the raw parts say to Apple.
    private var rawAPS: [JSONValue] {
        let payloads = [
            NotificationContent.document(apns), NotificationContent.document(fcm)?.member("apns")?.member("payload"),
        ]
        return payloads.compactMap { $0?.member("aps") }
    }

    private static func document(_ json: String?) -> JSONValue? {
        json.flatMap { try? JSONDocument(Array($0.utf8)).root }
    }
}
