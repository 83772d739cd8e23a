public import MessageBus
public import Storage

extension FeedSource {
    /// A source of a store's feed: reads the table, and reports each commit that changes it.
    public convenience init(of table: FeedTable, in store: some Store) {
        self.init(of: table.name) { try await store.readFeed(table, epoch: $0, after: $1, limit: $2) }
        store.database.onCommit(changing: table.name) { [weak self] in self?.changed(table.name) }
    }
}
