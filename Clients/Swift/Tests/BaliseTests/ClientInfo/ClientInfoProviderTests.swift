@testable import Balise

@Suite("The client's info")
struct ClientInfoProviderTests {
    private static let phone = ClientFacts(
        name: "Meeshy", version: "1.0.0", build: "42", platform: "ios", system: "iOS", systemVersion: "17.5.1",
        model: "iPhone16,1"
    ) { ClientFacts.Language(locale: "fr-FR", timeZone: "Europe/Paris", country: "FR") }

    /// A source of places that counts its searches. A test decides when it answers a held question.
    private final class Places: ClientPlaceSource {
        enum Question { case isAllowed, place }

        let state: Mutex<(place: ClientPlace?, isAllowed: Bool, searches: Int)>
        private let held: Question?
        private let answers: AsyncStream<Never>
        let answer: @Sendable () -> Void
        /// Has an element when the held question was asked.
        let asked: AsyncStream<Void>
        private let ask: AsyncStream<Void>.Continuation

        init(
            _ place: ClientPlace? = ClientPlace(city: "Paris", region: nil), isAllowed: Bool = true,
            holding held: Question? = nil
        ) {
            state = Mutex((place, isAllowed, 0))
            self.held = held
            let (answers, end) = AsyncStream.makeStream(of: Never.self)
            self.answers = answers
            answer = { end.finish() }
            (asked, ask) = AsyncStream.makeStream()
        }

        private func wait(_ question: Question) async {
            guard question == held else { return }
            ask.yield()
            for await _ in answers {}
        }

        var searches: Int { state.withLock { $0.searches } }

        var isAllowed: Bool {
            get async {
                await wait(.isAllowed)
                return state.withLock { $0.isAllowed }
            }
        }

        func currentPlace() async -> ClientPlace? {
            state.withLock { $0.searches += 1 }
            await wait(.place)
            return state.withLock { $0.place }
        }
    }

    private let time = SetTime()

    private func provider(_ places: Places?, facts: ClientFacts = phone) -> ClientInfoProvider {
        ClientInfoProvider(facts: { facts }, places: places, time: time)
    }

    @Test("has a header for each known value")
    func headers() async {
        let provider = provider(Places(ClientPlace(city: "Paris", region: "Île-de-France")))
        let expected = [
            "User-Agent": "Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1",
            "X-Meeshy-Version": "1.0.0", "X-Meeshy-Build": "42", "X-Meeshy-Platform": "ios",
            "X-Meeshy-Device": "iPhone16,1", "X-Meeshy-OS": "17.5.1", "X-Meeshy-Locale": "fr-FR",
            "X-Meeshy-Timezone": "Europe/Paris", "X-Meeshy-Country": "FR", "X-Meeshy-City": "Paris",
            "X-Meeshy-Region": "Île-de-France",
        ]
        #expect(await provider.buildHeaders() == expected)
    }

    @Test("has no header for an unknown value")
    func unknown() async {
        let facts = ClientFacts(name: "A b", platform: "linux", system: "Linux") { ClientFacts.Language() }
        let headers = await provider(nil, facts: facts).buildHeaders()
        #expect(headers == ["User-Agent": "A-b-Linux Linux", "X-Meeshy-Platform": "linux"])
    }

    @Test(
        "has the locale in BCP 47, and a country only if the region is one",
        arguments: [
            ("fr_FR", "fr-FR", "FR" as String?), ("zh_Hant_TW", "zh-Hant-TW", "TW"), ("en_001", "en-001", nil),
            ("eo", "eo", nil),
        ])
    func language(identifier: String, tag: String, country: String?) {
        let language = ClientFacts.Language(Locale(identifier: identifier), timeZone: "Etc/UTC")
        #expect(language.locale == tag && language.country == country)
        #expect(ClientFacts.Language.current.locale?.contains("_") == false)
    }

    @Test("has the app's prefix")
    func prefix() async {
        let provider = provider(nil)
        await provider.use(prefix: "X-App-")
        let headers = await provider.buildHeaders()
        #expect(headers["X-App-Platform"] == "ios" && headers["X-Meeshy-Platform"] == nil)
    }

    @Test("cannot start another header")
    func injection() async {
        let facts = ClientFacts(name: "A", platform: "ios", system: "iOS", model: "x\r\nX-API-Key: 1\u{7F}\u{85}") {
            ClientFacts.Language(country: "\r\n ")
        }
        let headers = await provider(nil, facts: facts).buildHeaders()
        #expect(headers["X-Meeshy-Device"] == "xX-API-Key: 1")
        #expect(headers["User-Agent"] == "A-iOS iOS xX-API-Key: 1")
        #expect(headers["X-Meeshy-Country"] == nil)
    }

    @Test("looks the place up once an hour, and five minutes after a failure")
    func cachedPlace() async {
        let places = Places()
        let provider = provider(places)
        _ = await provider.buildHeaders()
        time.pass(3599)
        #expect(await provider.buildHeaders()["X-Meeshy-City"] == "Paris")
        #expect(places.searches == 1)
        time.pass(2)
        places.state.withLock { $0.place = nil }
        #expect(await provider.buildHeaders()["X-Meeshy-City"] == nil)
        time.pass(299)
        _ = await provider.buildHeaders()
        #expect(places.searches == 2)
        time.pass(2)
        _ = await provider.buildHeaders()
        #expect(places.searches == 3)
    }

    @Test("looks the place up once for several requests")
    func sharedSearch() async {
        let places = Places()
        let provider = provider(places)
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { await provider.buildHeaders()["X-Meeshy-City"] } }
            for await city in group { #expect(city == "Paris") }
        }
        #expect(places.searches == 1)
    }

    @Test("does not delay a request for a slow look-up, and has the place afterwards", .timeLimit(.minutes(10)))
    func slowPlace() async throws {
        let places = Places(holding: .place)
        let pause = HeldPause()
        let provider = ClientInfoProvider(places: places, time: time, pause: pause)
        let first = Task { await provider.buildHeaders() }
        var waits = pause.waits.makeAsyncIterator()
        #expect(await waits.next() == 2)
        pause.end()
        #expect(await first.value["X-Meeshy-City"] == nil)
        #expect(await provider.buildHeaders()["X-Meeshy-City"] == nil, "nobody waits for it any more")
        places.answer()
        try await eventually("it is found") { await provider.buildHeaders()["X-Meeshy-City"] == "Paris" }
    }

    @Test("has no place without the user's permission, or after it was withdrawn")
    func permission() async {
        let places = Places(isAllowed: false)
        let provider = provider(places)
        #expect(await provider.buildHeaders()["X-Meeshy-City"] == nil)
        #expect(places.searches == 0)
        places.state.withLock { $0.isAllowed = true }
        #expect(await provider.buildHeaders()["X-Meeshy-City"] == "Paris")
        places.state.withLock { $0.isAllowed = false }
        #expect(await provider.buildHeaders()["X-Meeshy-City"] == nil)
    }

    @Test("does not use a source that was replaced during its permission check", .timeLimit(.minutes(10)))
    func removedSource() async {
        let places = Places(holding: .isAllowed)
        let provider = provider(places)
        let headers = Task { await provider.buildHeaders() }
        for await _ in places.asked { break }
        await provider.use(places: nil)
        places.answer()
        #expect(await headers.value["X-Meeshy-City"] == nil)
        #expect(places.searches == 0)
        #expect(await provider.buildHeaders()["X-Meeshy-City"] == nil)
    }

    @Test("drops a place whose permission was withdrawn during the look-up", .timeLimit(.minutes(10)))
    func permissionTakenBack() async {
        let places = Places(holding: .place)
        let provider = ClientInfoProvider(facts: { Self.phone }, places: places, time: time, pause: HeldPause())
        let headers = Task { await provider.buildHeaders() }
        for await _ in places.asked { break }
        places.state.withLock { $0.isAllowed = false }
        places.answer()
        #expect(await headers.value["X-Meeshy-City"] == nil)
        places.state.withLock { $0.isAllowed = true }
        #expect(await provider.buildHeaders()["X-Meeshy-City"] == "Paris")
        #expect(places.searches == 2)
    }

    @Test("reads the facts once, and the language for each request")
    func laziness() async {
        let counts = Mutex((facts: 0, languages: 0))
        let provider = ClientInfoProvider(facts: {
            counts.withLock { $0.facts += 1 }
            return ClientFacts(name: "A", platform: "ios", system: "iOS") {
                counts.withLock { $0.languages += 1 }
                return ClientFacts.Language()
            }
        })
        #expect(counts.withLock { $0.facts } == 0)
        for _ in 0..<3 { _ = await provider.buildHeaders() }
        #expect(counts.withLock { $0.facts } == 1)
        #expect(counts.withLock { $0.languages } == 3)
    }

    @Test("names the system of this process")
    func thisProcess() async {
        let headers = await ClientInfoProvider.shared.buildHeaders()
        #if os(Linux)
            #expect(headers["X-Meeshy-Platform"] == "linux")
        #endif
        #expect(headers["X-Meeshy-OS"]?.wholeMatch(of: /\d+\.\d+(\.\d+)?/) != nil)
        #expect(headers["X-Meeshy-Device"]?.isEmpty == false)
        #expect(headers["X-Meeshy-Timezone"]?.isEmpty == false)
    }
}
