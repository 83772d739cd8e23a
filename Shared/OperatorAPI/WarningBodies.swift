public import BaliseJSON
public import Foundation

/// The latest warnings of all services: the answer of GET /warnings.
public struct WarningList: JSONConvertible, Hashable {
    /// The latest first.
    public var warnings: [ListedWarning]

    public init(warnings: [ListedWarning]) { self.warnings = warnings }
}

/// A recent warning or error in the log of one service: an item in the answer of GET /warnings.
public struct ListedWarning: JSONConvertible, Hashable {
    public var service: String
    /// The replica's address, if there are several.
    public var replica: String?
    public var at: Date
    /// `warning`, `error` or `critical`.
    public var level: String
    /// The message with its metadata, on one line.
    public var text: String

    public init(service: String, replica: String? = nil, at: Date, level: String, text: String) {
        self.service = service
        self.replica = replica
        self.at = at
        self.level = level
        self.text = text
    }
}
