import CBOR

@testable import Push

private struct Somebody {
    var status: AccountStatus?
    var preferences: NotificationPreferences?
    var position: Position?
    var devices: [DeviceFacts] = []
}

@Suite("An audience by an expression", .timeLimit(.minutes(10)))
struct AudienceExpressionTests {
    private static let now = UnixTime(milliseconds: 1_800_000_000_000)
    private static let place = Coordinate(latitude: 50, longitude: 8)!
    private static let kinds = NotificationKinds(naming: [
        NotificationKind("orders"), NotificationKind("tips", isOnAtFirst: false),
        NotificationKind("security", isMandatory: true),
    ])
    private static let rules = AudienceRules(categories: ["A", "B"], maximumAge: 7 * 86_400, kinds: kinds)
    private static let words = ["a", "b", "c", "d"]
    private static let languages = ["fr", "fr-CA", "fr_FR", "en", "en-GB", "de", "FR-be", "frr"]
    private static let versions = ["1", "1.2", "2.0", "2.0.1", "10", "2.0 (77)", "what", ""]
    private static let people: Int64 = 400

    private static func account(_ number: Int64) -> AccountID { AccountID("p\(number)")! }

    // MARK: Random values

    private func device(_ random: inout SeededNumbers) -> DeviceFacts {
        DeviceFacts(
            platform: RegisterPushToken.platforms.randomElement(using: &random)!,
            language: Self.languages.randomElement(using: &random),
            version: Self.versions.randomElement(using: &random)!,
            tags: Self.words.filter { _ in .random(using: &random) })
    }

    private func preferences(_ random: inout SeededNumbers) -> NotificationPreferences? {
        if Int.random(in: 0..<4, using: &random) == 0 { return nil }
        func some(_ names: [String]) -> [String]? {
            let chosen = names.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
            return chosen.isEmpty ? nil : chosen
        }
        let on = some(["orders", "tips", "security"])
        return NotificationPreferences(
            choices: .random(using: &random)
                ? NotificationChoices(
                    notifyNewOffers: .random(using: &random), notifyNewProNearby: .random(using: &random),
                    notifyLocalEvents: .random(using: &random), notificationRadius: .random(in: 5...50, using: &random),
                    preferredCategories: ["A"]) : nil,
            kindsOn: on, kindsOff: some(["orders", "tips", "security"].filter { on?.contains($0) != true }),
            topics: some(Self.words), givenTopics: some(Self.words), tags: some(Self.words))
    }

    private func expression(_ random: inout SeededNumbers, depth: Int = 4) -> AudienceExpression {
        func word() -> String { (Self.words + ["none"]).randomElement(using: &random)! }
        switch Int.random(in: 0..<(depth > 1 ? 12 : 8), using: &random) {
        case 0: return .everyone
        case 1:
            let numbers = (0..<Int.random(in: 1...60, using: &random))
                .map { _ in Int64.random(in: 1...Self.people + 20, using: &random) }
            return .accounts(numbers.map(Self.account))
        case 2: return .topic(word())
        case 3: return .tag(word())
        case 4: return .deviceTag(word())
        case 5: return .language((Self.languages + ["f", "fr-"]).randomElement(using: &random)!)
        case 6: return .platform(RegisterPushToken.platforms.randomElement(using: &random)!)
        case 7:
            return .appVersion(
                VersionComparison.allCases.randomElement(using: &random)!,
                AppVersion(["1", "2.0", "2.0.1", "9"].randomElement(using: &random)!)!)
        case 8: return .not(expression(&random, depth: depth - 1))
        default:
            let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in expression(&random, depth: depth - 1) }
            return .random(using: &random) ? .all(parts) : .any(parts)
        }
    }

    // MARK: The oracle

    private func told(_ expression: AudienceExpression, _ kind: String, _ account: AccountID, _ one: Somebody) -> Int {
        guard one.status != .disabled, isOn(kind, one.preferences) else { return 0 }
        if expression.place != nil {
            guard let position = one.position, position.at >= Self.now.adding(seconds: -7 * 86_400) else { return 0 }
            let radius = one.preferences?.choices?.notificationRadius ?? 10
            guard GreatCircle.distance(position.coordinate, Self.place) <= Double(radius) * 1000 else { return 0 }
        }
        var said = one.preferences
        // Beside a circle, topics that a publisher assigned do not match.
        if expression.place != nil { said?.givenTopics = nil }
        return one.devices.count { holds(expression, account, said, $0) }
    }

    private func isOn(_ kind: String, _ said: NotificationPreferences?) -> Bool {
        switch kind {
        case "OFFER": return said?.choices?.notifyNewOffers ?? true
        case "EVENT": return said?.choices?.notifyLocalEvents ?? true
        case "PROFESSIONAL": return said?.choices?.notifyNewProNearby ?? true
        case "orders": return said?.kindsOff?.contains(kind) != true
        case "tips": return said?.kindsOn?.contains(kind) == true
        default: return true
        }
    }

    private func holds(
        _ expression: AudienceExpression, _ account: AccountID, _ said: NotificationPreferences?, _ device: DeviceFacts
    ) -> Bool {
        switch expression {
        case .everyone, .near: return true
        case .accounts(let accounts): return accounts.contains(account)
        case .topic(let name): return said?.topics?.contains(name) == true || said?.givenTopics?.contains(name) == true
        case .tag(let name): return said?.tags?.contains(name) == true
        case .deviceTag(let name): return device.tags.contains(name)
        case .language(let range):
            guard let language = device.language else { return false }
            func subtags(_ tag: String) -> [Substring] {
                tag.lowercased().replacing("_", with: "-").split(separator: "-", omittingEmptySubsequences: false)
            }
            return subtags(language.text).starts(with: subtags(range))
        case .platform(let name): return device.platform == name
        case .appVersion(let comparison, let version):
            guard let own = device.version else { return false }
            let (one, other) = (numbers(own), numbers(version))
            switch comparison {
            case .atLeast: return !one.lexicographicallyPrecedes(other)
            case .atMost: return !other.lexicographicallyPrecedes(one)
            case .less: return one.lexicographicallyPrecedes(other)
            case .greater: return other.lexicographicallyPrecedes(one)
            case .equal: return one == other
            case .notEqual: return one != other
            }
        case .all(let parts): return parts.allSatisfy { holds($0, account, said, device) }
        case .any(let parts): return parts.contains { holds($0, account, said, device) }
        case .not(let part): return !holds(part, account, said, device)
        }
    }

    private func numbers(_ version: AppVersion) -> [Int] {
        let numbers = version.text.split(separator: ".").map { Int($0)! }
        return numbers + Array(repeating: 0, count: 4 - numbers.count)
    }

    // MARK: Tests

    @Test(
        "A search finds exactly the devices for which the expression holds, through random changes",
        arguments: [1, 2, 3] as [UInt64])
    func oracle(_ seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var audience = try Audience(categories: ["A", "B"])
        var truth: [Int64: Somebody] = [:]
        for round in 0..<2500 {
            let number = Int64.random(in: 1...Self.people, using: &random)
            change(number, &audience, &truth, &random)
            guard round % 25 == 0 else { continue }
            var wanted = expression(&random)
            if Int.random(in: 0..<4, using: &random) == 0 { wanted = .all([.near(Self.place), wanted.withoutPlace]) }
            let kind = (Self.kinds.all.map(\.name)).randomElement(using: &random)!
            let numbers = Dictionary(uniqueKeysWithValues: truth.keys.map { (Self.account($0), $0) })
            let query = Self.rules.known(AudienceQuery(kind: NotificationKind(kind), expression: wanted))
            let found = audience.find(query, naming: numbers, since: Self.rules.oldestPosition(at: Self.now))
            let expected = truth.mapValues { _ in 0 }
                .merging(truth.map { ($0, told(wanted, kind, Self.account($0), $1)) }) { $1 }
                .filter { $0.value > 0 }
            var actual: [Int64: Int] = [:]
            found.forEach { actual[audience.number(at: $0), default: 0] += $1 }
            #expect(actual == expected, "\(kind) \(wanted)")
        }
    }

    private func change(
        _ number: Int64, _ audience: inout Audience, _ truth: inout [Int64: Somebody], _ random: inout SeededNumbers
    ) {
        var one = truth[number] ?? Somebody()
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            audience.erase(number)
            truth[number] = nil
            return
        case 1:
            one.status = .random(using: &random) ? .active : .disabled
            audience.set(one.status, of: number)
        case 2...4:
            let former = one.preferences
            one.preferences = preferences(&random)
            audience.set(one.preferences, of: number)
            // The previous terms are given or unknown.
            audience.describe(
                one.preferences?.terms ?? [], insteadOf: .random(using: &random) ? former?.terms ?? [] : nil, of: number
            )
        case 5...7:
            one.devices = (0..<Int.random(in: 0...DeviceTerms.maximumLayers + 2, using: &random)).map { _ in
                device(&random)
            }
            audience.set(one.devices, of: number)
        default:
            one.position = .random(around: Self.place, &random).map(since: Self.now)
            audience.set(one.position, of: number)
        }
        truth[number] = one
    }

    @Test("A set of slots keeps its members in each of its forms", arguments: [1, 2] as [UInt64])
    func slotSet(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var (set, truth) = (SlotSet(), Set<UInt32>())
        for round in 0..<60_000 {
            let slot = UInt32.random(in: 0..<140_000, using: &random) / (round < 30_000 ? 14 : 1)
            if Int.random(in: 0..<(round % 20_000 < 10_000 ? 4 : 2), using: &random) == 0 {
                set.remove(slot)
                truth.remove(slot)
            } else {
                set.insert(slot)
                truth.insert(slot)
            }
        }
        #expect(set.count == truth.count)
        var bits = SlotBits(slots: 140_000)
        set.formUnion(into: &bits)
        #expect(bits.slots == truth.sorted())
        for slot in 0..<140_000 as Range<UInt32> where set.contains(slot) != truth.contains(slot) {
            Issue.record("\(slot)")
        }
        for slot in truth { set.remove(slot) }
        #expect(set.isEmpty)
    }

    @Test("Push devices with too many terms are kept apart until they have fewer")
    func tooManyTerms() {
        var terms = DeviceTerms(maximumTerms: 4)
        let (french, german) = (
            DeviceFacts(platform: "ios", language: "fr-ca"), DeviceFacts(platform: "ios", language: "de")
        )
        terms.set([french], of: 0)
        terms.set([french, german], of: 1)
        #expect(terms.apart == [1: [french, german]])
        #expect(terms.layers.map(\.slots.slots) == [[0], []])
        terms.set([french], of: 1)
        #expect(terms.apart.isEmpty)
        #expect(terms.layers.map(\.slots.slots) == [[0, 1], []])
        terms.set([], of: 0)
        terms.set([german], of: 1)
        terms.set([german], of: 70_000)
        #expect(terms.apart.isEmpty)
        var bits = SlotBits(slots: 70_001)
        terms.layers[0].index.formUnion(of: .language("de"), into: &bits)
        #expect(bits.slots == [1, 70_000])
    }

    @Test("The judge of one push device agrees with the oracle")
    func judge() {
        var random = SeededNumbers(seed: 9)
        for _ in 0..<2000 {
            let (wanted, said, device) = (expression(&random), preferences(&random), device(&random))
            let account = Self.account(.random(in: 1...Self.people, using: &random))
            let judge = AudienceJudge(account: account, preferences: said, for: wanted)
            #expect(judge.holds(wanted, on: device) == holds(wanted, account, said, device), "\(wanted)")
        }
    }

    @Test("An expression of any depth survives encoding and decoding")
    func coding() throws {
        var random = SeededNumbers(seed: 11)
        for _ in 0..<300 {
            let one = expression(&random, depth: AudienceExpression.maximumDepth)
            let bytes = try CBOREncoder().encode(one)
            #expect(try CBORDecoder().decode(AudienceExpression.self, from: bytes) == one)
        }
    }
}

extension Position {
    fileprivate func map(since now: UnixTime) -> Position {
        var position = self
        position.at = now.adding(seconds: -(at.rawValue / 1000 % (14 * 86_400)))
        return position
    }
}

extension SlotBits {
    fileprivate var slots: [UInt32] {
        var slots: [UInt32] = []
        forEach { slots.append($0) }
        return slots
    }
}
