// What the push service needs of a store. Storage/SQLite is one; the conformance suite says what makes another.

/// Keeps what push knows. Its parts share one database, so that a change of one is a change of all at once.
protocol PushStore: TokenStore, ProjectionStore, AnnouncementStore, DeliveryStore, InboxStore, AskingStore,
    HousekeepingStore
{}
