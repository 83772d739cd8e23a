// Whether a provider refuses the credential, or one push device or app alone.

import Models

/// Tells a credential that does not count from a push device or an app that the provider refuses by itself: another one
/// is tried first, and when that is taken the refusal was no matter of the credential.
struct CredentialRefusals {
    /// Whom something was for.
    struct Target: Hashable, Sendable {
        var token: Int64
        /// The app, where it names itself.
        var topic: String?
    }

    /// What a refusal means.
    enum Meaning: Hashable, Sendable {
        /// It may be the credential, or this push device or app alone: another one is to be tried.
        case unclear
        /// It is the credential: several were refused, of several apps where there are several.
        case credential
        /// It is this push device or app alone.
        case own
    }

    /// Of more it is not known any more who they were.
    private static let capacity = 10_000

    /// The apps of the push devices that were refused since something was taken.
    private var suspects: [Int64: String?] = [:]
    private var suspectTopics: Set<String?> = []
    private var ownTokens: Set<Int64> = []
    private var ownTopics: Set<String?> = []

    /// Something was refused with a word on the credential.
    mutating func refused(_ target: Target) -> Meaning {
        if ownTokens.contains(target.token) || ownTopics.contains(target.topic) { return .own }
        if suspects.count < CredentialRefusals.capacity { suspects[target.token] = target.topic }
        suspectTopics.insert(target.topic)
        return suspectTopics.count > 1 ? .credential : .unclear
    }

    /// Something was taken that was sent after those refusals.
    mutating func taken(_ target: Target) {
        ownTokens.formUnion(suspects.keys)
        ownTopics.formUnion(suspectTopics)
        (suspects, suspectTopics) = ([:], [])
        ownTokens.remove(target.token)
        ownTopics.remove(target.topic)
        if ownTokens.count > CredentialRefusals.capacity { ownTokens = [] }
        if ownTopics.count > CredentialRefusals.capacity { ownTopics = [] }
    }

    /// Whether there is nobody of whom it is known, so that nothing has to be noted of those who are taken.
    var isEmpty: Bool { suspects.isEmpty && ownTokens.isEmpty && ownTopics.isEmpty }

    /// Whether to try this one would tell more: another app, or another push device as long as one alone was refused.
    func isAnother(_ target: Target) -> Bool {
        !suspectTopics.contains(target.topic) || suspects.count == 1 && !isSuspect(target)
    }

    func isSuspect(_ target: Target) -> Bool { suspects[target.token] != nil }
}
