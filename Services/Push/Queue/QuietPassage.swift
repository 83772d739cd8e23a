import BaliseJSON
import Models

enum QuietPassage: Hashable, Sendable {
    /// Neither visible nor audible, or useless later.
    case always
    /// Without a sound and without lighting the screen.
    case silently
    /// Sent if the user permits it: it may break through a Focus or silent mode.
    case ifAllowed
    case afterwards
}

extension NotificationContent {
    var quietPassage: QuietPassage {
        switch pushType {
        case .voip: .always
        case .background, .location, .complication, .fileprovider, .mdm: isShownByRawParts ? .afterwards : .always
        case .liveactivity:
            // A start contains an alert, which the system demands. An update has an alert only if the publisher adds one.
            liveActivity?.event == .start || isShownByRawParts ? .afterwards : .silently
        case .alert: isInterruption ? .ifAllowed : .afterwards
        }
    }

    /// By its level or its raw parts.
    var isInterruption: Bool {
        func breaksThrough(_ level: InterruptionLevel?) -> Bool { level == .timeSensitive || level == .critical }
        return breaksThrough(interruptionLevel)
            || rawAPS.contains { aps in
                breaksThrough(aps.member("interruption-level")?.string.flatMap(InterruptionLevel.init(rawValue:)))
                    // A sound object can be critical.
                    || aps.member("sound")?.kind == .object
                    || aps.member("alert")?.member("sound")?.kind == .object
            }
    }

    private var isShownByRawParts: Bool {
        let fcm = fcm?.value
        let shown = [fcm, fcm?.member("android"), fcm?.member("webpush")].map { $0?.member("notification") }
        return shown.contains { $0 != nil }
            || rawAPS.contains { $0.member("alert") != nil || $0.member("sound") != nil }
    }

    private var rawAPS: [JSONValue] {
        [apns?.value, fcm?.value?.member("apns")?.member("payload")].compactMap { $0?.member("aps") }
    }
}
