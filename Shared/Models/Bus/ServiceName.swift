/// A program on the bus. The raw value is in every frame's header and is never reused.
public enum ServiceName: UInt8, Codable, Sendable, CaseIterable, CustomStringConvertible {
    case edge = 1
    case authSession = 2
    case identity = 3
    case location = 4
    case preferences = 5
    case push = 6

    /// The name for people and settings, for example `auth-session`.
    public var description: String {
        switch self {
        case .edge: "edge"
        case .authSession: "auth-session"
        case .identity: "identity"
        case .location: "location"
        case .preferences: "preferences"
        case .push: "push"
        }
    }

    public init?(_ name: some StringProtocol) {
        guard let match = ServiceName.allCases.first(where: { $0.description == name }) else { return nil }
        self = match
    }
}
