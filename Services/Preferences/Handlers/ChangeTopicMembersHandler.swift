import Models

struct ChangeTopicMembersHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: ChangeTopicMembers, _ context: MessageContext) async throws -> Done {
        try service.rules.checkGiven(request.topic, adds: !request.added.isEmpty, request.limits)
        try PreferenceRules.checkCount(request.added + request.removed)
        let added = Set(request.added)
        guard added.isDisjoint(with: request.removed) else {
            throw ServiceError(.invalidRequest, "an account cannot be added and removed at once")
        }
        try await service.store.change(request.added + request.removed, at: service.clock.now()) { account, kept in
            let isIn = added.contains(account)
            // A full list is not reported: a publisher could find out a user's topics from others.
            guard !isIn || kept.givenTopics.count < SubscribeTopic.maximumTopics else { return }
            kept.givenTopics = kept.givenTopics.with(request.topic, isIn)
        }
        return Done()
    }
}
