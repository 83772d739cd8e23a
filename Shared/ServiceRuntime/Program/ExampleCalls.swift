/// Calls to try, one shell command each.
public struct ExampleCalls: Sendable, CustomStringConvertible {
    package let title: String
    /// To be run in this order, in one shell.
    package let lines: [String]

    public var description: String { title + "\n\n" + lines.joined(separator: "\n\n") }

    package init(title: String, lines: [String]) {
        self.title = title
        self.lines = lines
    }
}
