// Why somebody was not told who would be told today.

import Models

extension AudienceRules.RecipientResult {
    /// The result for one who was not told when the audience was resolved: what has changed since then cannot be the reason.
    func asOf(_ resolvedAt: UnixTime) -> AudienceRules.RecipientResult {
        guard reason == .told else { return self }
        var past = self
        if let positionAt, positionAt > resolvedAt {
            past.reason = .noPosition
            past.text = "no position near it was known when it was decided"
        } else {
            past.reason = .noPushToken
            past.text = "no handset was known, or it was switched off, when it was decided"
        }
        return past
    }
}
