// A program, as part of the list of them.

public import BaliseJSON

/// A program (tenant) for which the web app can be used.
public struct EcoveloProgram: JSONConvertible, Hashable {
    /// What the header `program` says.
    public var id: String

    /// Makes a body of these members.
    public init(id: String) {
        self.id = id
    }
}
