public import MessageBus
import Models
public import Storage

/// Every table must be in one of the two lists; a test compares them with the database.
public struct AccountExport: Sendable {
    /// In the order for people.
    public let tables: [ExportedTable]
    /// Tables without data of accounts, or only with data that others have, and the reasons.
    public let leftOut: [String: String]

    public init(_ tables: [ExportedTable], leftOut: [String: String]) {
        self.tables = tables
        self.leftOut = leftOut
    }

    public func serve(of database: ServiceDatabase, in handlers: inout HandlerTable) {
        let tables = tables
        let description = DescribeExport.Reply(subjects: tables.map(\.subject))
        handlers.on(DescribeExport.self, from: [.edge]) { _, _ in description }
        handlers.onPool(ExportPage.self, from: [.edge]) { request, _ in
            guard let table = tables.first(where: { $0.subject.name == request.subject }) else {
                throw ServiceError(.invalidRequest, "there is no such subject in this service")
            }
            return try await database.readSnapshot { try table.page(of: request.account, after: request.after, in: $0) }
        }
    }
}
