struct DirectSample {
    let value: Any
    let directBytes: [UInt8]
    let generalBytes: [UInt8]
    /// Reads with the direct reader and encodes the result again; nil when it reads nothing.
    let recodedDirectly: ([UInt8]) -> [UInt8]?
    let recodedGenerally: ([UInt8]) -> [UInt8]?

    init<T: DirectlyCoded & Codable>(_ value: T) {
        self.value = value
        directBytes = value.directBytes
        generalBytes = (try? CBOREncoder().encode(value)) ?? []
        recodedDirectly = { bytes in
            bytes.withUnsafeBytes { T.read($0) }.flatMap { try? CBOREncoder().encode($0) }
        }
        recodedGenerally = { bytes in
            try? CBOREncoder().encode(CBORDecoder().decode(T.self, from: bytes))
        }
    }

    static func random(_ random: inout SeededNumbers) -> [DirectSample] {
        [
            DirectSample(update(&random)), DirectSample(question(&random)), DirectSample(answer(&random)),
            DirectSample(client(&random)), DirectSample(Done()),
            DirectSample(GetPreferences(account: account(&random))),
            DirectSample(SetPreferences(account: account(&random), choices: choices(&random))),
            DirectSample(
                NotificationPreferences(
                    choices: maybe(&random, choices), quietHours: maybe(&random, quietHours),
                    kindsOn: maybe(&random, texts), kindsOff: maybe(&random, texts), topics: maybe(&random, texts),
                    givenTopics: maybe(&random, texts), tags: maybe(&random, texts))),
            DirectSample(SetPosition(account: account(&random), position: position(&random))),
            DirectSample(SetPosition.Reply(isKept: Bool.random(using: &random))),
            DirectSample(feedQuestion(&random)), DirectSample(feedPage(&random)),
            DirectSample(ChangedPoints(several(&random, location))),
            DirectSample(tracked(&random)), DirectSample(trackersAnswer(&random)),
        ]
    }

    private static func tracked(_ random: inout SeededNumbers) -> ReportByTracker {
        ReportByTracker(
            token: Personal(text(&random)),
            reports: several(&random) { random in
                TrackerReport(
                    location: location(&random),
                    fixedAt: UnixTime(milliseconds: Int64.random(in: 0...5_000_000_000_000, using: &random)),
                    isOfVisit: maybe(&random) { Bool.random(using: &$0) })
            },
            speedUnit: maybe(&random) { SpeedUnit(rawValue: text(&$0)) },
            wantsFriends: Bool.random(using: &random), isManual: Bool.random(using: &random))
    }

    private static func trackersAnswer(_ random: inout SeededNumbers) -> ReportByTracker.Reply {
        ReportByTracker.Reply(
            stored: Int.random(in: 0...5000, using: &random), repeated: Int.random(in: 0...5000, using: &random),
            outdated: Int.random(in: 0...5000, using: &random), discarded: Int.random(in: 0...5000, using: &random),
            device: device(&random), places: answer(&random).found.compactMap(\.self))
    }

    private static func feedQuestion(_ random: inout SeededNumbers) -> ReadFeed {
        ReadFeed(
            feed: FeedName(rawValue: text(&random)), epoch: maybe(&random) { FeedEpoch(rawValue: number(&$0)) },
            after: maybe(&random, number), limit: Int.random(in: 0...100_000, using: &random))
    }

    private static func feedPage(_ random: inout SeededNumbers) -> FeedPage {
        FeedPage(
            epoch: FeedEpoch(rawValue: number(&random)),
            changes: several(&random) { random in
                FeedChange(
                    sequence: number(&random), key: text(&random), value: maybe(&random) { Array(text(&$0).utf8) })
            },
            highWater: number(&random), startsOver: Bool.random(using: &random))
    }

    /// A number of one to nine bytes.
    private static func number(_ random: inout SeededNumbers) -> UInt64 {
        UInt64.random(in: .min ... .max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
    }

    private static func update(_ random: inout SeededNumbers) -> UpdateLocation {
        UpdateLocation(
            entries: several(&random) { random in
                UpdateLocation.Entry(device: device(&random), key: maybe(&random, key), location: location(&random))
            },
            keepsHistory: Bool.random(using: &random), retentionMinutes: maybe(&random, value))
    }

    private static func question(_ random: inout SeededNumbers) -> GetLocation {
        GetLocation(
            reader: Reader(device: maybe(&random, device), key: maybe(&random, key)), devices: several(&random, device),
            isWatching: Bool.random(using: &random) ? true : nil)
    }

    private static func answer(_ random: inout SeededNumbers) -> GetLocation.Reply {
        GetLocation.Reply(
            found: several(&random) { random in
                maybe(&random) { random in
                    GetLocation.LocationResult(
                        device: device(&random), location: location(&random), slogan: maybe(&random, text))
                }
            },
            hidden: maybe(&random) { [Int.random(in: 0...100, using: &$0)] })
    }

    private static func client(_ random: inout SeededNumbers) -> ClientInfo {
        var client = ClientInfo()
        for field in [
            \ClientInfo.userAgent, \.version, \.build, \.platform, \.device, \.os, \.locale, \.timezone,
        ] { client[keyPath: field] = maybe(&random, text) }
        for field in [\ClientInfo.country, \.city, \.region, \.address] {
            client[keyPath: field] = maybe(&random, text).map { Personal($0) }
        }
        return client
    }

    private static func choices(_ random: inout SeededNumbers) -> NotificationChoices {
        NotificationChoices(
            notifyNewOffers: Bool.random(using: &random), notifyNewProNearby: Bool.random(using: &random),
            notifyLocalEvents: Bool.random(using: &random),
            notificationRadius: Int.random(in: -1...100, using: &random),
            preferredCategories: several(&random, text))
    }

    private static func quietHours(_ random: inout SeededNumbers) -> QuietHours {
        QuietHours(
            start: Int.random(in: 0...1439, using: &random), end: Int.random(in: 0...1439, using: &random),
            timeZone: text(&random), allowsInterruptions: Bool.random(using: &random) ? true : nil)
    }

    private static func position(_ random: inout SeededNumbers) -> Position {
        Position(
            coordinate: Coordinate(latitude: degrees(90, &random), longitude: degrees(180, &random))!,
            accuracy: maybe(&random) { degrees(100_000, &$0) },
            at: UnixTime(milliseconds: Int64.random(in: -5_000_000_000...5_000_000_000_000, using: &random)))
    }

    /// A number that takes two, four or eight bytes.
    private static func degrees(_ most: Double, _ random: inout SeededNumbers) -> Double {
        let number = Double.random(in: -most...most, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return number
        case 1: return Double(Float(number))
        default: return (number / 4).rounded()
        }
    }

    private static func location(_ random: inout SeededNumbers) -> Location {
        Location(
            timestamp: value(&random), longitude: value(&random), latitude: value(&random),
            horizontalAccuracy: value(&random), speed: maybe(&random, value), batteryLevel: maybe(&random, value),
            altitude: maybe(&random, value))
    }

    private static func value(_ random: inout SeededNumbers) -> LocationValue { LocationValue(json: text(&random)) }
    private static func account(_ random: inout SeededNumbers) -> AccountID {
        AccountID("a\(UInt32.random(in: 0 ... .max, using: &random))")!
    }
    private static func device(_ random: inout SeededNumbers) -> DeviceID {
        DeviceID("d" + text(&random).filter { $0 != "\0" })!
    }
    private static func key(_ random: inout SeededNumbers) -> DeviceKey { DeviceKey("k" + text(&random))! }

    private static func texts(_ random: inout SeededNumbers) -> [String] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in text(&random) }
    }

    private static func text(_ random: inout SeededNumbers) -> String {
        let letters = ["a", "B", "7", "é", "水", "𐅑", "\0", "\""]
        let count = Int.random(in: 0...30, using: &random)
        return (0..<count).map { _ in letters[Int.random(in: 0..<8, using: &random)] }.joined()
    }

    private static func maybe<T>(
        _ random: inout SeededNumbers, _ make: (inout SeededNumbers) -> T
    ) -> T? { Bool.random(using: &random) ? make(&random) : nil }

    private static func several<T>(
        _ random: inout SeededNumbers, _ make: (inout SeededNumbers) -> T
    ) -> [T] { (0..<Int.random(in: 0...26, using: &random)).map { _ in make(&random) } }
}
