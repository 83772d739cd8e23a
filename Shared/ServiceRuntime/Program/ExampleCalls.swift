// Calls that a program prints when it is ready; which ones, those say who start it.

/// Calls to try, each a line for a shell, and what they show.
public struct ExampleCalls: Sendable, CustomStringConvertible {
    /// What they show, as the line above them.
    package let title: String
    /// To be given in this order, in one shell.
    package let lines: [String]

    /// As a program prints them.
    public var description: String { title + "\n\n" + lines.joined(separator: "\n\n") }

    package init(title: String, lines: [String]) {
        self.title = title
        self.lines = lines
    }
}
