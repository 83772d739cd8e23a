// What a service gives out of an account.

public import MessageBus
import Models
public import Storage

/// The tables of a service whose rows of an account are given out, and those that are not.
///
/// Every table of the service stands in one of the two; a test compares them with the database.
public struct AccountExport: Sendable {
    /// In the order in which people read them.
    public let tables: [ExportedTable]
    /// Tables that hold nothing which belongs to an account, or nothing but what others hold, with the reason.
    public let leftOut: [String: String]

    /// - Parameter leftOut: Tables, each with the reason.
    public init(_ tables: [ExportedTable], leftOut: [String: String]) {
        self.tables = tables
        self.leftOut = leftOut
    }

    /// Has the messages answered that ask for it.
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
