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

    public init(_ json: JSONValue) throws(JSONShapeError) {
        programs = try json.needed("data")
        hasMore = try json.needed("has_more")
    }

    public func write(to json: inout JSONObject) {
        json.set("data", programs)
        json.set("has_more", hasMore)
    }
}
