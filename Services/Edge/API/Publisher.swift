// Who asks about announcements.

import BaliseAPI
import Models

/// Whoever shows an API key to announce something, or to see what was announced.
struct Publisher: Sendable {
    /// Under which name its announcements stand.
    let id: PublisherID
    /// What the operator calls the key.
    let keyName: String?
    /// The key itself.
    let key: APIKeyID
    /// What the key may publish; nil for everything.
    let limits: PublishingLimits?
    /// Whether it asks in the operator's name, as keys with one of `operatorScopes` do.
    let speaksForOperator: Bool
    /// Whether what it sends may break through a focus and through silence.
    let mayInterrupt: Bool

    /// The scopes with which a key speaks for the operator.
    static let operatorScopes = AppCalls.operators.map(APIKeyScope.init)

    /// Whose announcements it sees; nil for those of all.
    var sees: PublisherID? { speaksForOperator ? nil : id }

    /// Nil for a principal that is no API key.
    init?(_ principal: Principal) {
        guard let key = principal.apiKey else { return nil }
        id = principal.publisher ?? PublisherID(key)
        keyName = principal.keyName
        self.key = key
        limits = principal.limits
        mayInterrupt = principal.scopes.contains(.interrupt)
        speaksForOperator = Publisher.operatorScopes.contains(where: principal.scopes.contains)
    }
}
