// Answers ChangeTags: a publisher's program says what people are.

import Models

/// Answers `ChangeTags`.
struct ChangeTagsHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: ChangeTags, _ context: MessageContext) async throws -> Done {
        try PreferenceRules.checkTags(request)
        try await service.store.change(request.accounts, at: service.clock.now()) { _, kept in
            let tags = Set(kept.tags).union(request.added).subtracting(request.removed)
            // Taking some away is let through where there are too many.
            guard tags.count <= max(ChangeTags.maximumTags, request.added.isEmpty ? kept.tags.count : 0) else {
                throw Refusal.tooManyTags
            }
            kept.tags = tags.sorted()
        }
        return Done()
    }
}
