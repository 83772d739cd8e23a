extension OraclePerson {
    /// This number of people; the same seed gives the same, except for tokens and names.
    static func people(_ count: Int, using random: inout SeededNumbers) -> [OraclePerson] {
        (0..<count).map { OraclePerson($0, using: &random) }
    }

    private init(_ number: Int, using random: inout SeededNumbers) {
        self.number = number
        isClosed = random.happens(2)
        let devices = random.one(of: [0, 1, 1, 1, 1, 1, 1, 2, 2, 3])
        pushDevices = (0..<devices).map { _ in OraclePushDevice(using: &random) }
        for (kind, percent) in [("orders", 15), ("news", 50), ("tips", 10)] where random.happens(percent) {
            // Most switches change the default; some confirm it.
            switches[kind] = (kind == OracleTerms.offAtFirst) == random.happens(90)
        }
        if random.happens(40) { choices = OracleChoices(using: &random) }
        if random.happens(25) { quietHours = OracleQuietHours(using: &random) }
        for (topic, percent) in OracleTerms.openTopics + OracleTerms.givenTopics where random.happens(percent) {
            topics.insert(topic)
        }
        for (tag, percent) in OracleTerms.tags where random.happens(percent) { tags.insert(tag) }
        if random.happens(50) { whereabouts = OracleWhereabouts(radius: radius, using: &random) }
    }

    var radius: Int { (choices ?? OracleChoices()).radius }
}

extension OraclePushDevice {
    fileprivate init(using random: inout SeededNumbers) {
        platform = random.happens(50) ? "ios" : random.happens(80) ? "android" : "web"
        token = platform == "ios" ? Fresh.iPhone() : Fresh.android()
        isSandbox = platform == "ios" && random.happens(20)
        version = random.happens(85) ? random.one(of: OracleTerms.versions) : nil
        language = random.happens(85) ? random.one(of: OracleTerms.languages) : nil
        tags = Set(OracleTerms.deviceTags.filter { _ in random.happens(20) })
        isMuted = random.happens(10)
        twin = platform == "ios" && random.happens(10) ? Fresh.android() : nil
    }
}

extension OracleChoices {
    fileprivate init(using random: inout SeededNumbers) {
        offers = random.happens(80)
        professionals = random.happens(80)
        events = random.happens(80)
        radius = random.one(of: [5, 10, 15, 25, 50])
        categories = Choices.all.filter { _ in random.happens(70) }
    }
}

extension OracleQuietHours {
    /// A change of the clocks by an hour does not change the quiet state now.
    fileprivate init(using random: inout SeededNumbers) {
        timeZone = random.one(of: OracleTerms.timeZones)
        let isNow = random.happens(60)
        startsIn = isNow ? -Int.random(in: 2...6, using: &random) : Int.random(in: 3...6, using: &random)
        endsIn = isNow ? Int.random(in: 3...6, using: &random) : Int.random(in: 8...12, using: &random)
        allowsInterruptions = random.happens(40)
    }
}

extension OracleWhereabouts {
    /// Well within the radius, well beyond it, or so close to the edge that the side is hidden.
    fileprivate init(radius: Int, using random: inout SeededNumbers) {
        circle = Int.random(in: 0...1, using: &random)
        isTooOld = random.happens(8)
        let edge = Double(radius)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: kilometres = edge - Double.random(in: 0.05...OracleWhereabouts.closeToEdge, using: &random)
        case 1: kilometres = edge + Double.random(in: 0.05...OracleWhereabouts.closeToEdge, using: &random)
        case 2...6: kilometres = Double.random(in: 0.1...(edge - OracleWhereabouts.clearOfEdge), using: &random)
        default: kilometres = edge + Double.random(in: OracleWhereabouts.clearOfEdge...30, using: &random)
        }
    }

    /// In kilometres. Whole kilometres from the centre of a square differ by less than two.
    static let closeToEdge = 0.5
    /// From this distance on, the side is certain.
    private static let clearOfEdge = 4.0
}
