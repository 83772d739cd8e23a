public import BaliseAPI

extension BaliseClient {
    /// Calls about the current offers, events and professionals, and their categories.
    public var listings: ListingsAPI { ListingsAPI(caller: caller) }
}

/// Searches the current offers, events and professionals. No account is needed. If the signed-in user allows it, the
/// server stores the place of a search as the user's position. Every call may throw any `BaliseError`.
public struct ListingsAPI: Sendable {
    let caller: APICaller

    /// Returns offers and events, at most 200: the nearest first if the search has an area, else the latest. An empty
    /// search matches everything.
    /// - Parameter kind: Whether to return only offers or only events; nil for both.
    public func offers(
        _ kind: ListedKind? = nil, matching search: ListingSearch = ListingSearch()
    ) async throws(BaliseError) -> [ListedAnnouncement] {
        try await caller.call(AppCalls.findOffers, query: [("type", kind?.rawValue)] + search.query())
    }

    /// Returns professionals, at most 200: the nearest first if the search has an area, else the latest.
    public func professionals(
        matching search: ListingSearch = ListingSearch()
    ) async throws(BaliseError) -> [ListedAnnouncement] {
        try await caller.call(AppCalls.findProfessionals, query: search.query())
    }

    /// Returns the offer or event that a push opens, by its id. The offer or event may already be over.
    public func offer(_ id: Int64) async throws(BaliseError) -> ListedAnnouncement {
        try await caller.call(AppCalls.openOffer, at: String(id))
    }

    /// Returns a professional by the id that the publisher announced; fails with `notFound` for any other.
    public func professional(_ id: Int64) async throws(BaliseError) -> ListedAnnouncement {
        try await caller.call(AppCalls.openProfessional, at: String(id))
    }

    /// Returns the categories of offers, events and professionals.
    public func categories() async throws(BaliseError) -> [AnnouncementCategory] {
        try await caller.call(AppCalls.listCategories)
    }
}
