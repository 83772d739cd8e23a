@testable import Push

@Suite("The audience")
struct AudienceTests {
    static let categories = ["SANTE_BIEN_ETRE", "FOOD_PLAISIRS", "ENTRE_PROS"]
    static let now = UnixTime(milliseconds: 1_790_000_000_000)
    let rules: AudienceRules = AudienceRules(categories: AudienceTests.categories, maximumAge: 7 * 86_400)

    @Test("The index finds the same recipients as the rules, through random changes")
    func sameAsTheRules() throws {
        var random = SeededNumbers(seed: 99)
        let centre = try #require(Coordinate(latitude: 47.2, longitude: -1.55))
        var audience = try Audience(categories: Self.categories)
        var truth: [Int64: AudienceMember] = [:]
        let people = (0..<400).map { Int64($0) * 3 + 1 }
        for round in 0..<40 {
            for _ in 0..<200 {
                let person = people[Int.random(in: 0..<people.count, using: &random)]
                change(person, &audience, &truth, around: centre, &random)
            }
            let interest = Interest(
                type: AnnouncementType.allCases[round % 3], category: Self.categories[round % 2],
                coordinate: .random(around: centre, within: 20_000, &random))
            let found = audience.found(interest, since: rules.oldestPosition(at: Self.now))
            let told = truth.filter { rules.result(on: interest, for: $0.value, at: Self.now).reason == .told }
            #expect(Set(found.map { audience.number(of: $0) }) == Set(told.keys), "round \(round)")
            #expect(found.count == told.count)
            #expect(audience.count == truth.count)
            for person in people { #expect(audience.member(person) == truth[person]) }
        }
    }

    private func change(
        _ person: Int64, _ audience: inout Audience, _ truth: inout [Int64: AudienceMember],
        around centre: Coordinate, _ random: inout SeededNumbers
    ) {
        var member = truth[person] ?? AudienceMember()
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            member.status = [nil, .active, .disabled][Int.random(in: 0..<3, using: &random)]
            audience.set(member.status, of: person)
        case 1...3:
            member.preferences = Bool.random(using: &random) ? nil : .random(&random)
            audience.set(member.preferences, of: person)
        case 4...7:
            member.position = Int.random(in: 0..<6, using: &random) == 0 ? nil : .random(around: centre, &random)
            audience.set(member.position, of: person)
        case 8, 9:
            member.pushDevices = .random(in: 0...2, using: &random)
            audience.set(Array(repeating: DeviceFacts(platform: "ios"), count: member.pushDevices), of: person)
        case 10:
            member = AudienceMember(
                status: .active, preferences: .random(&random), position: .random(around: centre, &random),
                pushDevices: 1)
            audience.set(member, of: person)
        default:
            member = AudienceMember()
            audience.erase(person)
        }
        truth[person] = member == AudienceMember() ? nil : member
    }

    @Test("A table of slots finds every number while others are added and removed")
    func tableOfSlots() throws {
        var random = SeededNumbers(seed: 5)
        var table = SlotTable()
        var slots: [UInt32: Int64] = [:]
        for _ in 0..<20_000 {
            let number = Int64.random(in: 1...3000, using: &random)
            if Int.random(in: 0..<5, using: &random) < 2 {
                if let slot = table.slot(of: number) {
                    #expect(slots.removeValue(forKey: slot) == number)
                    table.remove(slot)
                }
            } else {
                let (slot, isNew) = table.makeSlot(of: number)
                #expect((slots.updateValue(number, forKey: slot) == nil) == isNew)
            }
        }
        #expect(table.count == slots.count)
        for (slot, number) in slots {
            #expect(table.slot(of: number) == slot && table.record(of: slot).pointee.number == number)
        }
        for number in 1...3000 as ClosedRange<Int64> {
            if let slot = table.slot(of: number) { #expect(slots[slot] == number) }
        }
    }

    @Test("The audience has room for 26 categories and refuses more")
    func categories() throws {
        _ = try Audience(categories: (0..<26).map { "C\($0)" })
        #expect(throws: Audience.Failure.tooManyCategories(maximum: 26)) {
            _ = try Audience(categories: (0..<27).map { "C\($0)" })
        }
    }
}

extension Audience {
    mutating func found(_ interest: Interest, since oldest: UnixTime) -> [FoundRecipient] {
        let count = find(interest, since: oldest)
        return (0..<count).map { recipient(at: $0) }
    }
}

extension NotificationPreferences {
    static func random(_ random: inout SeededNumbers) -> NotificationPreferences {
        NotificationPreferences(
            choices: NotificationChoices(
                notifyNewOffers: .random(using: &random), notifyNewProNearby: .random(using: &random),
                notifyLocalEvents: .random(using: &random), notificationRadius: .random(in: 5...50, using: &random),
                preferredCategories: AudienceTests.categories.filter { _ in Bool.random(using: &random) }))
    }
}

extension Position {
    static func random(around centre: Coordinate, _ random: inout SeededNumbers) -> Position {
        Position(
            coordinate: .random(around: centre, within: 60_000, &random),
            at: AudienceTests.now.adding(seconds: .random(in: -14 * 86_400...0, using: &random)))
    }
}
