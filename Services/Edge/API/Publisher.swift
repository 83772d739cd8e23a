import BaliseAPI
import Models

/// The holder of an API key, who sends announcements or reads them.
struct Publisher: Sendable {
    let id: PublisherID
    let keyName: String?
    let key: APIKeyID
    /// Nil for no limits.
    let limits: PublishingLimits?
    let speaksForOperator: Bool
    /// Whether its notifications may break through a focus and through silence.
    let mayInterrupt: Bool

    /// The scopes with which a key speaks for the operator.
    static let operatorScopes = AppCalls.operators

    /// Nil for all publishers.
    var sees: PublisherID? { speaksForOperator ? nil : id }

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
