import Foundation

/// Builds the headers that identify the client in every request. Unknown facts have no header.
///
/// The server shows them in the list of sessions, and bases no decision on them. City and region need a
/// `ClientPlaceSource` and the user's permission.
public actor ClientInfoProvider {
    /// The default provider of clients.
    public static let shared = ClientInfoProvider()

    /// The default prefix of the headers' names.
    public static let defaultPrefix = "X-Meeshy-"

    /// How long a found place is used before it is looked up again, in seconds. A failed search counts, too.
    private static let placeLifetime: TimeInterval = 3600
    private static let failureLifetime: TimeInterval = 300
    /// The longest time that a request waits for the place, in seconds.
    private static let timeout = 2.0

    private var prefix: String
    private let readFacts: @Sendable () -> ClientFacts
    private var places: (any ClientPlaceSource)?
    /// Counts the changes of the source, so that a waiting request notices a change.
    private var sourceChanges = 0
    private let time: any BaliseClock
    private let pause: any BaliseSleeper

    /// The facts about the app. They are read once, when first needed, because they do not change while the app runs.
    private var facts: ClientFacts?
    private var known: (place: ClientPlace?, until: Date)?
    private var search: Search?
    private var searches = 0

    private struct Search {
        let number: Int
        /// The requests that wait for the place; nil once the search has timed out.
        var waiting: [CheckedContinuation<ClientPlace?, Never>]? = []
    }

    /// Creates a provider.
    /// - Parameter prefix: The prefix of the headers' names; it must be the server's setting `http.clientHeaderPrefix`.
    /// - Parameter facts: Returns the facts about the app. Called once.
    /// - Parameter places: Finds the device's place; nil to send no city and no region.
    /// - Parameter pause: The timer that limits how long a request waits for a place.
    public init(
        prefix: String = ClientInfoProvider.defaultPrefix,
        facts: @escaping @Sendable () -> ClientFacts = { ClientFacts.ofThisProcess },
        places: (any ClientPlaceSource)? = nil, time: any BaliseClock = BaliseSystemClock(),
        pause: any BaliseSleeper = BaliseSystemSleeper()
    ) {
        self.prefix = prefix
        readFacts = facts
        (self.places, self.time, self.pause) = (places, time, pause)
    }

    /// Changes the prefix of the headers' names.
    public func use(prefix: String) { self.prefix = prefix }

    /// Changes the source of places; nil to send no city and no region from now on.
    public func use(places: (any ClientPlaceSource)?) {
        self.places = places
        sourceChanges += 1
        known = nil
        endSearch(with: nil)
    }

    /// Returns the headers of a request that is sent now, as names and values.
    public func buildHeaders() async -> [String: String] {
        let facts = self.facts ?? readFacts()
        self.facts = facts
        let place = await currentPlace()
        let language = facts.language()
        var headers = ["User-Agent": facts.userAgent]
        let values = [
            "Version": facts.version, "Build": facts.build, "Platform": facts.platform, "Device": facts.model,
            "OS": facts.systemVersion, "Locale": language.locale, "Timezone": language.timeZone,
            "Country": language.country, "City": place?.city, "Region": place?.region,
        ]
        for (name, value) in values { headers[prefix + name] = value }
        return headers.compactMapValues(fieldValue)
    }

    /// Returns the place. It is looked up at most once an hour, by one request for all. A slow look-up, for example
    /// without a network, does not delay requests: they are sent without a place, and later requests carry it.
    private func currentPlace() async -> ClientPlace? {
        guard let places else { return nil }
        let changes = sourceChanges
        let isAllowed = await places.isAllowed
        // The source was replaced while this waited.
        guard changes == sourceChanges else { return await currentPlace() }
        // Without the permission, even a known place is forgotten.
        guard isAllowed else {
            known = nil
            endSearch(with: nil)
            return nil
        }
        if let known, known.until > time.now { return known.place }
        if search == nil { beginSearch(in: places) }
        guard search?.waiting != nil else { return nil }
        let place: ClientPlace? = await withCheckedContinuation { search?.waiting?.append($0) }
        return changes == sourceChanges ? place : nil
    }

    private func beginSearch(in places: any ClientPlaceSource) {
        searches += 1
        let number = searches
        search = Search(number: number)
        let timeoutTask = Task { [pause] in
            // The end of the search cancels this timer.
            guard (try? await pause.sleep(seconds: Self.timeout)) != nil else { return }
            self.stopWaiting(for: number)
        }
        Task {
            let place = await places.currentPlace()
            // The user may have withdrawn the permission during the search.
            let isAllowed = await places.isAllowed
            timeoutTask.cancel()
            self.finish(number, with: place, isAllowed: isAllowed)
        }
    }

    /// Ends a search. Only the current search stores its result, and only if the user still allows it at its end.
    private func finish(_ number: Int, with place: ClientPlace?, isAllowed: Bool) {
        guard search?.number == number else { return }
        guard isAllowed else { return endSearch(with: nil) }
        known = (place, time.now.addingTimeInterval(place == nil ? Self.failureLifetime : Self.placeLifetime))
        endSearch(with: place)
    }

    private func stopWaiting(for number: Int) {
        guard search?.number == number else { return }
        let waiting = search?.waiting ?? []
        search?.waiting = nil
        for waiter in waiting { waiter.resume(returning: nil) }
    }

    private func endSearch(with place: ClientPlace?) {
        let waiting = search?.waiting ?? []
        search = nil
        for waiter in waiting { waiter.resume(returning: place) }
    }
}

/// Returns the value for a header field; nil if empty. Control characters could start a field and are removed.
private func fieldValue(_ text: String) -> String? {
    let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    let value = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
    return value.isEmpty ? nil : value
}
