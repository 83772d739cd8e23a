public import BaliseJSON

/// A program (tenant) that can use this server.
public struct EcoveloProgram: JSONConvertible, Hashable {
    /// The value of the header `program`.
    public var id: String

    /// Makes a body of these members.
    public init(id: String) {
        self.id = id
    }
}
