public import BaliseJSON

/// The programs that can use this server: the answer of GET programs of the Ecovelo API.
public struct EcoveloProgramList: JSONConvertible, Hashable {
    /// The programs.
    public var programs: [EcoveloProgram]
    /// Always false: the list is complete.
    public var hasMore: Bool

    /// Makes a body of these members.
    public init(programs: [EcoveloProgram], hasMore: Bool) {
        self.programs = programs
        self.hasMore = hasMore
    }

    private enum CodingKeys: String, CodingKey {
        case programs = "data"
        case hasMore = "has_more"
    }
}
