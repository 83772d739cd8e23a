// Answers ChangeTags: a publisher's program says what people are.

import Models

/// Answers `ChangeTags`.
struct ChangeTagsHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: ChangeTags, _ context: MessageContext) async throws -> Done {
        try PreferenceRules.checkTags(request)
        try await service.store.change(request.accounts, at: service.clock.now()) { _, kept in
            let left = Set(kept.tags).subtracting(request.removed)
            let tags = left.union(request.added)
            // Where there is no room none is given, and that is not told: whoever fills up somebody's tags would learn by it
            // which of them others have given.
            kept.tags = (tags.count <= ChangeTags.maximumTags ? tags : left).sorted()
        }
        return Done()
    }
}
