// Answers SubscribeTopic: a person subscribes to a topic, or does so no more.

import Models

/// Answers `SubscribeTopic`. A topic that is open no more can still be left. Who leaves an open one is in it no more, also
/// where a publisher had added them before it was opened.
struct SubscribeTopicHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: SubscribeTopic, _ context: MessageContext) async throws -> NotificationPreferences {
        if request.isSubscribed { try service.rules.checkOpen(request.topic) }
        return service.answer(
            try await service.store.change(request.account, at: service.clock.now()) { kept in
                kept.topics = kept.topics.with(request.topic, request.isSubscribed)
                if !request.isSubscribed, service.rules.openTopics.contains(request.topic) {
                    kept.givenTopics = kept.givenTopics.with(request.topic, false)
                }
                guard !request.isSubscribed || kept.topics.count <= SubscribeTopic.maximumTopics else {
                    throw Refusal.tooManySubscriptions
                }
            })
    }
}
