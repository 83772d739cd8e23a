import Models
import ServiceRuntime
import ServiceSettings

extension PublishingRules {
    init(_ settings: NotificationSettings) {
        self.init(kinds: settings.kinds, openTopics: settings.openTopics, deviceTags: settings.deviceTags)
    }
}

extension PushCaps {
    init(_ settings: NotificationSettings) {
        self.init(
            kinds: settings.kinds, general: settings.caps.general, window: settings.caps.window.components.seconds)
    }
}

extension StandardTexts {
    init(_ settings: PushSettings) {
        func pair(_ texts: PushSettings.Texts) -> Pair { Pair(title: texts.title, body: texts.body) }
        self.init(
            languages: settings.texts.mapValues { texts in
                Kinds(offer: pair(texts.offer), event: pair(texts.event), professional: pair(texts.professional))
            }, fallback: settings.textLanguage,
            digests: settings.digests.mapValues { texts in
                DigestTexts(title: texts.title, body: texts.body, kindNames: texts.kindNames, link: settings.digestLink)
            })
    }
}

extension AudienceRules {
    init(_ settings: Settings) {
        self.init(
            categories: settings.preferences.categories,
            maximumAge: settings.push.maximumPositionAge.components.seconds, kinds: settings.notifications.kinds)
    }
}
