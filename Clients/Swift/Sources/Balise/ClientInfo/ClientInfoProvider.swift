// The headers that say of which app, device, system, language and place a request comes.

import Foundation

/// Builds the client-identification headers that go with every request.
///
/// The server shows them to the person in the list of sessions, and bases no decision on them. An unknown fact has no
/// header. City and region need a `ClientPlaceSource`, which gives a place only where the person allowed it.
public actor ClientInfoProvider {
    /// The provider that clients use unless they are configured with another.
    public static let shared = ClientInfoProvider()

    /// What the names of the headers begin with unless it is configured.
    public static let defaultPrefix = "X-Meeshy-"

    /// How long a place counts, and how long it is before a failed look at it is repeated, in seconds.
    private static let placeLifetime: TimeInterval = 3600
    private static let failureLifetime: TimeInterval = 300
    /// For how long requests wait for a place that is being looked for, in seconds.
    private static let timeout = 2.0

    private var prefix: String
    private let readFacts: @Sendable () -> ClientFacts
    private var places: (any ClientPlaceSource)?
    /// How often the source of places was changed. Who has waited looks whether it is the same.
    private var sourceChanges = 0
    private let time: any BaliseClock
    private let pause: any BaliseSleeper

    /// Read when it is first needed: it does not change while the app runs.
    private var facts: ClientFacts?
    private var known: (place: ClientPlace?, until: Date)?
    private var search: Search?
    private var searches = 0

    /// A look at the place that is under way.
    private struct Search {
        let number: Int
        /// Who waits for it; nil when it has taken so long that nobody does any more.
        var waiting: [CheckedContinuation<ClientPlace?, Never>]? = []
    }

    /// A provider.
    ///
    /// - Parameters:
    ///   - prefix: What the names of the headers begin with; the server's `http.clientHeaderPrefix`.
    ///   - facts: Reads what is known of app and device. It is called once.
    ///   - places: Where the device is; nil for no city and no region.
    ///   - time: What time it is.
    ///   - pause: How the provider waits for a place, at most two seconds.
    public init(
        prefix: String = ClientInfoProvider.defaultPrefix,
        facts: @escaping @Sendable () -> ClientFacts = { ClientFacts.ofThisProcess },
        places: (any ClientPlaceSource)? = nil, time: any BaliseClock = BaliseSystemClock(),
        pause: any BaliseSleeper = BaliseSystemSleeper()
    ) {
        self.prefix = prefix
        readFacts = facts
        self.places = places
        self.time = time
        self.pause = pause
    }

    /// Changes what the names of the headers begin with.
    public func use(prefix: String) { self.prefix = prefix }

    /// Changes where places come from; nil for no city and no region from now on.
    public func use(places: (any ClientPlaceSource)?) {
        self.places = places
        sourceChanges += 1
        known = nil
        endSearch(with: nil)
    }

    /// The headers, names and values, for a request of this moment.
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

    /// The place, asked for at most once an hour and by one request for all. A place that takes long, as without a
    /// network, holds no request up: it is in those that are made once it is known.
    private func currentPlace() async -> ClientPlace? {
        guard let places else { return nil }
        let changes = sourceChanges
        let isAllowed = await places.isAllowed
        // Another source counts by now, or none.
        guard changes == sourceChanges else { return await currentPlace() }
        // Whoever took the permission back is not spoken of any more, whatever was known.
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
            // Cancelled by the end of the search.
            guard (try? await pause.sleep(seconds: Self.timeout)) != nil else { return }
            self.stopWaiting(for: number)
        }
        Task {
            let place = await places.currentPlace()
            // It may have been taken back during the search.
            let isAllowed = await places.isAllowed
            timeoutTask.cancel()
            self.finish(number, with: place, isAllowed: isAllowed)
        }
    }

    /// Only a search that still counts keeps its result, and only with the permission of its end.
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

/// A text as the value of a header field, nil for an empty one: control characters, by which a device's name could
/// begin a field of its own, are left out (RFC 9110, section 5.5).
private func fieldValue(_ text: String) -> String? {
    let scalars = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    let value = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
    return value.isEmpty ? nil : value
}
