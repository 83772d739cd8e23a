protocol Writer: Sendable {
    func write(to balise: RunningBalise) async -> (WriteKind, WriteOutcome)
    func audit(on balise: RunningBalise) async throws
}

extension WriteOutcome {
    /// The result of a call; anything but a success or a temporary refusal fails the test.
    static func of(_ what: WriteKind, _ call: () async throws -> Answer) async -> (WriteOutcome, Answer?) {
        guard let answer = try? await call() else { return (.unanswered, nil) }
        switch answer.status {
        case 200, 201: return (.acknowledged, answer)
        case 503: return (.unavailable, answer)
        case 504: return (.timedOut, answer)
        default:
            Issue.record("\(what): \(answer)")
            return (.unavailable, answer)
        }
    }
}

struct WrittenValues: Sendable {
    private(set) var sent = 0
    private(set) var acknowledged = 0

    mutating func next() -> Int {
        sent += 1
        return sent
    }

    mutating func acknowledge(_ value: Int) { acknowledged = max(acknowledged, value) }

    /// The possible values: the last acknowledged one, or one sent after it.
    var possible: ClosedRange<Int> { acknowledged...max(acknowledged, sent) }
}

struct DeviceWriter: Writer {
    let reporter = Reporter()

    func write(to balise: RunningBalise) async -> (WriteKind, WriteOutcome) {
        switch await reporter.report(to: balise) {
        case 200: return (.report, .acknowledged)
        case 0: return (.report, .unanswered)
        case 504: return (.report, .timedOut)
        case let status:
            #expect(status == 503)
            return (.report, .unavailable)
        }
    }

    func audit(on balise: RunningBalise) async throws {
        for track in reporter.all { try await track.audit(on: balise) }
    }
}

struct VisitWriter: Writer {
    private let body: JSON

    init(to device: String) { body = Miataru.read([device], by: Fresh.device()) }

    func write(to balise: RunningBalise) async -> (WriteKind, WriteOutcome) {
        let (outcome, _) = await WriteOutcome.of(.visit) { try await balise.post(.getLocation, body) }
        return (.visit, outcome)
    }

    func audit(on balise: RunningBalise) async throws {}
}

final class PositionWriter: Writer {
    private let person: SignedInPerson
    private let values = Mutex(WrittenValues())

    init(_ person: SignedInPerson) { self.person = person }

    func write(to balise: RunningBalise) async -> (WriteKind, WriteOutcome) {
        let value = values.withLock { $0.next() }
        let place: JSON = ["latitude": .number("48.5"), "longitude": .number("\(Double(value) / 1000)")]
        let (outcome, answer) = await WriteOutcome.of(.position) {
            try await person.call(.PUT, "users/me/position", place)
        }
        if outcome == .acknowledged {
            #expect(answer?.data?["kept"] == true)
            values.withLock { $0.acknowledge(value) }
        }
        return (.position, outcome)
    }

    func audit(on balise: RunningBalise) async throws {
        let answer = try await person.call(.GET, "users/me/position")
        try #require(answer.status == 200, "\(answer)")
        let possible = values.withLock { $0.possible }
        guard case .number(let token) = answer.data?["position"]?["longitude"], let longitude = Double(token) else {
            #expect(possible.lowerBound == 0, "there is no position; acknowledged: \(possible.lowerBound)")
            return
        }
        let found = Int((longitude * 1000).rounded())
        #expect(possible.contains(found), "the position is \(found), and has to be one of \(possible)")
    }
}

final class PreferenceWriter: Writer {
    private let person: SignedInPerson
    private let values = Mutex(WrittenValues())

    init(_ person: SignedInPerson) { self.person = person }

    /// Different choices for each of some 20,000 values.
    private static func choices(_ value: Int) -> JSON {
        let (rest, radius) = value.quotientAndRemainder(dividingBy: 46)
        let categories = Choices.all.enumerated().filter { rest >> $0.offset & 1 == 1 }.map(\.element)
        return Choices.body(
            offers: rest >> 6 & 1 == 1, events: rest >> 7 & 1 == 1, radius: 5 + radius, categories: categories)
    }

    func write(to balise: RunningBalise) async -> (WriteKind, WriteOutcome) {
        let value = values.withLock { $0.next() }
        let (outcome, _) = await WriteOutcome.of(.preferences) {
            try await person.call(.PUT, "notification-preferences", Self.choices(value))
        }
        if outcome == .acknowledged { values.withLock { $0.acknowledge(value) } }
        return (.preferences, outcome)
    }

    func audit(on balise: RunningBalise) async throws {
        let answer = try await person.call(.GET, "notification-preferences")
        let possible = values.withLock { $0.possible }
        guard possible.lowerBound > 0 else { return }
        let found = possible.contains { Self.choices($0) == answer.json }
        #expect(found, "the preferences are none of \(possible): \(answer)")
    }
}

final class RefreshWriter: Writer {
    private let person: SignedInPerson
    private let tokens: Mutex<(refresh: String, access: String)>

    init(_ person: SignedInPerson) throws {
        self.person = person
        tokens = Mutex((try #require(person.refreshToken), person.token))
    }

    /// After a missing answer the app sends the same token again, and gets the same answer.
    func write(to balise: RunningBalise) async -> (WriteKind, WriteOutcome) {
        let former = tokens.withLock { $0 }
        let (outcome, answer) = await WriteOutcome.of(.refresh) { try await refresh(former) }
        guard outcome == .acknowledged else { return (.refresh, outcome) }
        guard let next = answer?.data?["sessionToken"]?.text, let access = answer?.data?["token"]?.text else {
            Issue.record("a refresh gave no tokens")
            return (.refresh, .unavailable)
        }
        #expect(next != former.refresh)
        tokens.withLock { $0 = (next, access) }
        return (.refresh, outcome)
    }

    private func refresh(_ tokens: (refresh: String, access: String)) async throws -> Answer {
        let body: JSON = ["token": .string(tokens.access), "sessionToken": .string(tokens.refresh)]
        return try await person.balise.api(.POST, "auth/refresh", body, from: person.person.address)
    }

    func audit(on balise: RunningBalise) async throws {
        let last = tokens.withLock { $0 }
        let me = try await balise.api(.GET, "users/me", token: last.access, from: person.person.address)
        #expect(me.status == 200, "the access token that was acknowledged last: \(me)")
        let answer = try await refresh(last)
        #expect(answer.status == 200, "the refresh token that was acknowledged last: \(answer)")
    }
}

final class NewcomerWriter: Writer {
    private struct State {
        var person = Person(.allIn)
        var isRegistered = false
        /// Whether an answer was lost, so that the account may exist.
        var isDoubtful = false
        var accounts: Set<String> = []
        var sessions: [String] = []
        var doubted = 0
    }

    private let state = Mutex(State())

    /// The acknowledged accounts; `doubted` counts the possible others.
    var accounts: Set<String> { state.withLock { $0.accounts } }
    var doubted: Int { state.withLock { $0.doubted } }

    func write(to balise: RunningBalise) async -> (WriteKind, WriteOutcome) {
        let now = state.withLock { $0 }
        return now.isRegistered ? await signIn(now.person, to: balise) : await register(now.person, on: balise)
    }

    private func register(_ person: Person, on balise: RunningBalise) async -> (WriteKind, WriteOutcome) {
        guard let answer = try? await person.register(on: balise) else { return doubt(.unanswered) }
        let isDoubtful = state.withLock { $0.isDoubtful }
        switch answer.status {
        case 201:
            state.withLock { state in
                state.isRegistered = true
                keep(answer, in: &state)
            }
            return (.registration, .acknowledged)
        case 409 where isDoubtful:
            // The unanswered registration has happened.
            state.withLock { $0.isRegistered = true }
            return (.registration, .unavailable)
        case 503: return doubt(.unavailable)
        case 504: return doubt(.timedOut)
        default:
            Issue.record("registration: \(answer.status) \(answer.code ?? "")")
            return doubt(.unavailable)
        }
    }

    private func doubt(_ outcome: WriteOutcome) -> (WriteKind, WriteOutcome) {
        state.withLock { $0.isDoubtful = true }
        return (.registration, outcome)
    }

    private func signIn(_ person: Person, to balise: RunningBalise) async -> (WriteKind, WriteOutcome) {
        let (outcome, answer) = await WriteOutcome.of(.signIn) { try await person.trySignIn(on: balise) }
        if outcome == .acknowledged, let answer {
            state.withLock { state in
                keep(answer, in: &state)
                (state.person, state.isRegistered, state.isDoubtful) = (Person(.allIn), false, false)
            }
        }
        return (.signIn, outcome)
    }

    private func keep(_ answer: Answer, in state: inout State) {
        if let account = answer.data?["user"]?["id"]?.text { state.accounts.insert(account) }
        if let token = answer.json?["token"]?.text { state.sessions.append(token) }
    }

    func audit(on balise: RunningBalise) async throws {
        // The last account may exist without an acknowledgement.
        let state = state.withLock { state in
            if state.isDoubtful { state.doubted = 1 }
            return state
        }
        for token in state.sessions {
            let me = try await balise.api(.GET, "users/me", token: token, from: state.person.address)
            #expect(me.status == 200, "a session that was acknowledged: \(me)")
        }
    }
}
