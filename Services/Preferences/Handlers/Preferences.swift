import Models

extension PreferenceContext {
    func getPreferences(_ request: GetPreferences, _ context: MessageContext) async throws -> NotificationPreferences {
        answer(try await store.getPreferences(request.account))
    }

    func setPreferences(_ request: SetPreferences, _ context: MessageContext) async throws -> NotificationPreferences {
        let choices = try rules.checked(request.choices)
        return answer(try await store.setPreferences(choices, of: request.account, at: clock.now()))
    }

    func setQuietHours(_ request: SetQuietHours, _ context: MessageContext) async throws -> NotificationPreferences {
        if let hours = request.quietHours { try PreferenceRules.check(hours) }
        return answer(try await store.setQuietHours(request.quietHours, of: request.account, at: clock.now()))
    }

    func getKinds(_ request: GetKinds, _ context: MessageContext) async throws -> NotificationKindList {
        switches(try await store.getPreferences(request.account))
    }

    func setKinds(_ request: SetKinds, _ context: MessageContext) async throws -> NotificationKindList {
        try rules.check(request.choices)
        return switches(
            try await store.change(request.account, at: clock.now()) { rules.apply(request.choices, to: &$0) })
    }

    /// Subscribes a user to a topic, or ends the subscription. A user can leave a topic that is no longer open. Leaving
    /// an open topic also removes a user whom a publisher had added before.
    func subscribeTopic(_ request: SubscribeTopic, _ context: MessageContext) async throws -> NotificationPreferences {
        if request.isSubscribed { try rules.checkOpen(request.topic) }
        return answer(
            try await store.change(request.account, at: clock.now()) { kept in
                kept.topics = kept.topics.with(request.topic, request.isSubscribed)
                if !request.isSubscribed, rules.openTopics.contains(request.topic) {
                    kept.givenTopics = kept.givenTopics.with(request.topic, false)
                }
                guard !request.isSubscribed || kept.topics.count <= SubscribeTopic.maximumTopics else {
                    throw Refusal.tooManySubscriptions
                }
            })
    }

    func changeTopicMembers(_ request: ChangeTopicMembers, _ context: MessageContext) async throws -> Done {
        try rules.checkGiven(request.topic, adds: !request.added.isEmpty, request.limits)
        try PreferenceRules.checkCount(request.added + request.removed)
        let added = Set(request.added)
        guard added.isDisjoint(with: request.removed) else {
            throw ServiceError(.invalidRequest, "the same account cannot be added and removed in one request")
        }
        try await store.change(request.added + request.removed, at: clock.now()) { account, kept in
            let isIn = added.contains(account)
            // A full list is not reported, because it would reveal a user's topics from other publishers.
            guard !isIn || kept.givenTopics.count < SubscribeTopic.maximumTopics else { return }
            kept.givenTopics = kept.givenTopics.with(request.topic, isIn)
        }
        return Done()
    }

    func changeTags(_ request: ChangeTags, _ context: MessageContext) async throws -> Done {
        try PreferenceRules.checkTags(request)
        try await store.change(request.accounts, at: clock.now()) { _, kept in
            let left = Set(kept.tags).subtracting(request.removed)
            let tags = left.union(request.added)
            // If the tags do not all fit, none is added. Only an operator learns this: filling up a user's tags would
            // otherwise reveal tags from other publishers.
            guard tags.count <= ChangeTags.maximumTags || !request.isOfOperator else { throw Refusal.tooManyTags }
            kept.tags = (tags.count <= ChangeTags.maximumTags ? tags : left).sorted()
        }
        return Done()
    }
}
