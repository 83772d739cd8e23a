import BaliseAPI
import BaliseJSON
import Models

extension NotificationContent {
    /// Reads a body. The push service checks texts, addresses and sizes.
    init(_ body: BaliseNotificationContent) throws(EdgeError) {
        let pushType = try word(
            body.pushType?.rawValue, "pushType", NotificationPushType.self, NotificationPushKind.list)
        self.init(
            pushType: pushType ?? .alert, texts: (body.texts ?? []).map(NotificationText.init),
            fallbackLanguage: body.fallbackLanguage.map(canonical),
            arguments: try NotificationArgument.all(of: body.arguments),
            imageURL: body.imageUrl, sound: NotificationSound(body, for: pushType ?? .alert),
            badge: try NotificationBadge(body.badge), category: body.category,
            actions: (body.actions ?? []).map {
                NotificationAction(id: $0.id, title: $0.title, link: $0.link)
            },
            thread: body.thread,
            interruptionLevel: try word(
                body.interruptionLevel?.rawValue, "interruptionLevel", InterruptionLevel.self,
                NotificationInterruption.list),
            relevance: body.relevance, link: body.link, data: body.data?.text,
            timeToLive: body.timeToLive.map(Int64.init),
            priority: try word(
                body.priority?.rawValue, "priority", NotificationPriority.self, NotificationUrgency.list),
            collapseID: body.collapseId, wakesApp: body.wakesApp ?? false,
            android: body.android.map(AndroidContent.init),
            liveActivity: try body.liveActivity.map(LiveActivityContent.init), apns: body.apns?.text,
            fcm: body.fcm?.text)
    }
}

/// The canonical form of a language tag. The service refuses invalid tags.
private func canonical(_ tag: String) -> String { LanguageTag(tag)?.text ?? tag }

private func word<Word: RawRepresentable<String>>(
    _ text: String?, _ member: String, _ type: Word.Type, _ list: String
) throws(EdgeError) -> Word? {
    guard let text else { return nil }
    guard let word = Word(rawValue: text) else {
        throw .invalid("\(member) is not \(list).", field: "content.\(member)")
    }
    return word
}

extension NotificationText {
    fileprivate init(_ body: BaliseNotificationText) {
        self.init(
            language: body.language.map(canonical) ?? "und", title: body.title, subtitle: body.subtitle, body: body.body
        )
    }
}

extension NotificationArgument {
    fileprivate static func all(of details: JSONDetails?) throws(EdgeError) -> [NotificationArgument] {
        var arguments: [NotificationArgument] = []
        guard let members = details?.value?.members else { return [] }
        for (name, value) in members {
            switch value.kind {
            case .string: arguments.append(NotificationArgument(name: name, value: value.string ?? ""))
            case .number: arguments.append(NotificationArgument(name: name, value: value.literal))
            default:
                throw .invalid(
                    "arguments.\(name) is not a text or a number.", field: "content.arguments.\(shownName(name))")
            }
        }
        return arguments
    }
}

extension NotificationSound {
    fileprivate init?(_ body: BaliseNotificationContent, for pushType: NotificationPushType) {
        guard let name = body.sound ?? (pushType == .alert ? "default" : nil), name != "none" else { return nil }
        self.init(name: name, volume: body.soundVolume)
    }
}

extension NotificationBadge {
    fileprivate init(_ badge: BaliseBadge?) throws(EdgeError) {
        switch badge {
        case nil, .unread: self = .unread
        case .unchanged: self = .unchanged
        case .number(let number): self = .fixed(number)
        case .word: throw .invalid("badge is not a whole number, unread or unchanged.", field: "content.badge")
        }
    }
}

extension AndroidContent {
    fileprivate init(_ body: BaliseAndroidContent) {
        self.init(channel: body.channel, icon: body.icon, color: body.color, tag: body.tag, imageURL: body.imageUrl)
    }
}

extension LiveActivityContent {
    fileprivate init(_ body: BaliseLiveActivity) throws(EdgeError) {
        guard let event = LiveActivityEvent(rawValue: body.event.rawValue) else {
            throw EdgeError(BaliseLiveActivity.unknownEvent)
        }
        self.init(
            event: event, activity: body.activity, state: body.state.text, attributesType: body.attributesType,
            attributes: body.attributes?.text, staleAt: body.staleAt.map(UnixTime.init(nearestTo:)),
            dismissalAt: body.dismissalAt.map(UnixTime.init(nearestTo:)))
    }
}
