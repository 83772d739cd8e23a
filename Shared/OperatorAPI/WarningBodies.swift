public import BaliseJSON
public import Models

/// The latest warnings of all services: the answer of GET /warnings.
public struct WarningList: JSONConvertible, Hashable {
    /// The latest first.
    public var warnings: [ListedWarning]

    public init(warnings: [ListedWarning]) { self.warnings = warnings }
}

/// A warning and its process: an item in the answer of GET /warnings.
public struct ListedWarning: JSONConvertible, Hashable {
    public var service: String
    /// The replica's address, if there are several.
    public var replica: String?
    @Flattened public var warning: LoggedWarning

    public init(service: String, replica: String? = nil, warning: LoggedWarning) {
        self.service = service
        self.replica = replica
        self.warning = warning
    }
}
