import Models

/// A user can leave a topic that is no longer open. After leaving an open one, the user is out of it even if a
/// publisher had added them before it was opened.
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
