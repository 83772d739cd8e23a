// What GET programs of the Ecovelo API answers, in the form of all lists of the web app.

public import BaliseJSON

/// For whom the web app can be used here.
public struct EcoveloProgramList: JSONConvertible, Hashable {
    /// The programs.
    public var programs: [EcoveloProgram]
    /// Always false: there are few.
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
