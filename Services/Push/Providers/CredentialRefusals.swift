import Models

/// Distinguishes an invalid credential from a push device or an app that the provider refuses: after a refusal another push
/// device is tried. If that one is accepted, the credential is valid.
struct CredentialRefusals {
    struct Target: Hashable, Sendable {
        var token: Int64
        var topic: String?
    }

    enum Meaning: Hashable, Sendable {
        case unclear
        /// Several pushes were refused, of several apps if possible.
        case credential
        case own
    }

    /// For each collection. Further suspects are not recorded; too many known targets are forgotten.
    private static let capacity = 10_000

    /// Refused since the last acceptance, with their apps.
    private var suspects: [Int64: String?] = [:]
    private var suspectTopics: Set<String?> = []
    private var ownTokens: Set<Int64> = []
    private var ownTopics: Set<String?> = []

    mutating func refused(_ target: Target) -> Meaning {
        if ownTokens.contains(target.token) || ownTopics.contains(target.topic) { return .own }
        if suspects.count < CredentialRefusals.capacity { suspects[target.token] = target.topic }
        suspectTopics.insert(target.topic)
        return suspectTopics.count > 1 ? .credential : .unclear
    }

    mutating func taken(_ target: Target) {
        ownTokens.formUnion(suspects.keys)
        ownTopics.formUnion(suspectTopics)
        (suspects, suspectTopics) = ([:], [])
        ownTokens.remove(target.token)
        ownTopics.remove(target.topic)
        if ownTokens.count > CredentialRefusals.capacity { ownTokens = [] }
        if ownTopics.count > CredentialRefusals.capacity { ownTopics = [] }
    }

    /// Acceptances need not be recorded then.
    var isEmpty: Bool { suspects.isEmpty && ownTokens.isEmpty && ownTopics.isEmpty }

    /// Gives new information: another app, or another push device if only one was refused.
    func isAnother(_ target: Target) -> Bool {
        !suspectTopics.contains(target.topic) || suspects.count == 1 && !isSuspect(target)
    }

    func isSuspect(_ target: Target) -> Bool { suspects[target.token] != nil }
}
