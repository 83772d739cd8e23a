import BaliseAPI
import Models

struct Publisher: Sendable {
    let id: PublisherID
    let keyName: String?
    let key: APIKeyID
    let limits: PublishingLimits?
    let speaksForOperator: Bool
    let mayInterrupt: Bool

    static let operatorScopes = AppCalls.operators

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
