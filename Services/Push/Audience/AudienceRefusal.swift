import Models

/// Names the condition of an audience that a user does not meet. Of the user it tells only what the condition tests. A
/// circle is no such condition: `AudienceRules` judges it by the square of the user's place.
struct AudienceRefusal {
    let judge: AudienceJudge
    /// The user's push devices. A user without any has one blank device, so that the conditions on users can be checked.
    let devices: [DeviceFacts]
    /// See `AudienceExpression.asksSubscribersAlone`.
    let asksSubscribersAlone: Bool

    /// Returns the reason in words. The expression must be false of each device.
    func text(_ expression: AudienceExpression) -> String {
        switch expression {
        case .accounts: "the audience names other users"
        case .topic(let name) where asksSubscribersAlone: "the user has not subscribed to the topic \(name)"
        case .topic(let name): "the user does not belong to the topic \(name)"
        case .tag(let name): "the user does not have the tag \(name)"
        case .deviceTag(let name): "no device of the user has the tag \(name)"
        case .language(let tag):
            "the audience asks for the language \(tag); the user's devices have \(list(devices.map { $0.language?.text }))"
        case .platform(let name):
            "the audience asks for the platform \(name); the user's devices have \(list(devices.map { $0.platform }))"
        case .appVersion(let comparison, let version):
            "the audience asks for the app version \(comparison.words) \(version.text); "
                + "the user's devices have \(list(devices.map { $0.version?.text }))"
        case .all(let parts):
            parts.first { part in !devices.contains { judge.holds(part, on: $0) } }.map(text)
                ?? "no device of the user meets all conditions of the audience at once"
        case .any(let parts): parts.map(text).joined(separator: "; ")
        case .not(let part): "the audience leaves out \(Self.excluded(part))"
        default: "the user is not in the audience"
        }
    }

    /// Returns each value once; a device whose app has not reported the value has an unknown one.
    private func list(_ values: [String?]) -> String {
        Set(values.map { $0 ?? "an unknown one" }).sorted().joined(separator: ", ")
    }

    private static func excluded(_ part: AudienceExpression) -> String {
        switch part {
        case .everyone: "everyone"
        case .accounts: "this user"
        case .topic(let name): "the topic \(name)"
        case .tag(let name): "the tag \(name)"
        case .deviceTag(let name): "devices with the tag \(name)"
        case .language(let tag): "the language \(tag)"
        case .platform(let name): "the platform \(name)"
        case .appVersion(let comparison, let version): "the app version \(comparison.words) \(version.text)"
        default: "users who meet some conditions, and the user meets them"
        }
    }
}

extension VersionComparison {
    /// The comparison before a version: `below`.
    fileprivate var words: String {
        switch self {
        case .atLeast: "at least"
        case .atMost: "at most"
        case .notEqual: "other than"
        case .less: "below"
        case .greater: "above"
        case .equal: "exactly"
        }
    }
}
