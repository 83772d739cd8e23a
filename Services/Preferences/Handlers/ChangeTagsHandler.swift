import Models

struct ChangeTagsHandler: Sendable {
    let service: PreferenceContext

    func handle(_ request: ChangeTags, _ context: MessageContext) async throws -> Done {
        try PreferenceRules.checkTags(request)
        try await service.store.change(request.accounts, at: service.clock.now()) { _, kept in
            let left = Set(kept.tags).subtracting(request.removed)
            let tags = left.union(request.added)
            // Without room for all, none is added, and the answer does not say so: by filling up a user's tags a
            // publisher could find out the tags from others.
            kept.tags = (tags.count <= ChangeTags.maximumTags ? tags : left).sorted()
        }
        return Done()
    }
}
