// The lists of what counts now, which need no account.

public import BaliseAPI

extension BaliseClient {
    /// The offers, events and professionals that count now, and their categories.
    public var listings: ListingsAPI { ListingsAPI(caller: caller) }
}

/// Looks for what was announced and counts now. Everybody may; of a person who is signed in, the place of a search is
/// kept as their position, as far as they allow. Every call may throw any `BaliseError`.
public struct ListingsAPI: Sendable {
    let caller: APICaller

    /// Offers and events, the nearest first where the search has a place, else the latest; at most 200.
    ///
    /// - Parameter kind: Only offers, or only events; nil for both.
    /// - Parameter search: What they have to match; all match an empty one.
    public func offers(
        _ kind: ListedKind? = nil, matching search: ListingSearch = ListingSearch()
    ) async throws(BaliseError) -> [ListedAnnouncement] {
        let type = kind.map { [("type", $0.rawValue)] } ?? []
        return try await caller.call(AppCalls.findOffers, query: type + search.query())
    }

    /// Professionals, the nearest first where the search has a place, else the latest; at most 200.
    public func professionals(
        matching search: ListingSearch = ListingSearch()
    ) async throws(BaliseError) -> [ListedAnnouncement] {
        try await caller.call(AppCalls.findProfessionals, query: search.query())
    }

    /// An offer or an event by its id, to which a push leads; one that is over too.
    public func offer(_ id: Int64) async throws(BaliseError) -> ListedAnnouncement {
        try await caller.call(AppCalls.openOffer, at: String(id))
    }

    /// A professional by the id under which they were announced; the refusal `notFound` for any other.
    public func professional(_ id: Int64) async throws(BaliseError) -> ListedAnnouncement {
        try await caller.call(AppCalls.openProfessional, at: String(id))
    }

    /// The categories that there are.
    public func categories() async throws(BaliseError) -> [AnnouncementCategory] {
        try await caller.call(AppCalls.listCategories)
    }
}
