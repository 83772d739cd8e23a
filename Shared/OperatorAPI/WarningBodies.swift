// The latest warnings of the log, as an operator sees them.

public import BaliseJSON
public import Foundation

/// The latest warnings of all services: what GET /warnings answers.
public struct WarningList: JSONConvertible, Hashable {
    /// The latest first.
    public var warnings: [ListedWarning]

    /// Makes a body of these members.
    public init(warnings: [ListedWarning]) { self.warnings = warnings }
}

/// A line of the log that warns of something.
public struct ListedWarning: JSONConvertible, Hashable {
    /// Which service it is of.
    public var service: String
    /// The address of the replica, where there are several.
    public var replica: String?
    public var at: Date
    /// `warning`, `error` or `critical`.
    public var level: String
    /// The message and what belongs to it, on one line.
    public var text: String

    /// Makes a body of these members; nil leaves one out.
    public init(service: String, replica: String? = nil, at: Date, level: String, text: String) {
        self.service = service
        self.replica = replica
        self.at = at
        self.level = level
        self.text = text
    }
}
