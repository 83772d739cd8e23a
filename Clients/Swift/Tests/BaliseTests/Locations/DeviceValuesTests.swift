@testable import Balise

@Suite("A device's id")
struct DeviceIDTests {
    @Test("is compared by its bytes, not by Unicode equivalence")
    func comparesBytes() throws {
        let composed = try LocationDeviceID.named("\u{FC}")
        let decomposed = try LocationDeviceID.named("u\u{308}")
        #expect(composed.text == decomposed.text && composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
    }

    @Test("is any text that is not empty and has no colon", arguments: ["", "a:b", ":"])
    func refuses(_ text: String) { #expect(LocationDeviceID(text) == nil) }

    @Test("is made as an upper-case UUID")
    func isMade() throws {
        let uuid = try #require(UUID(uuidString: "0a0b0c0d-0000-4000-8000-00000000000f"))
        #expect(LocationDeviceID(uuid).text == "0A0B0C0D-0000-4000-8000-00000000000F")
        #expect(LocationDeviceID() != LocationDeviceID())
    }
}

@Suite("A device's key")
struct DeviceKeyTests {
    @Test("that is generated has 256 characters of the Miataru apps' alphabet, different each time")
    func isMade() {
        let key = LocationDeviceKey.generate()
        #expect(key.secret.utf16.count == 256)
        #expect(key.secret.unicodeScalars.allSatisfy(LocationDeviceKey.alphabet.contains))
        #expect(key != LocationDeviceKey.generate())
        #expect(Set(LocationDeviceKey.alphabet).count == 88)
    }

    @Test("has each character of the alphabet equally often")
    func hasNoBias() {
        var generator = Numbers(source: CountedRandom(7))
        var counts: [Unicode.Scalar: Int] = [:]
        for _ in 0..<500 {
            for scalar in LocationDeviceKey.generate(using: &generator).secret.unicodeScalars {
                counts[scalar, default: 0] += 1
            }
        }
        // 500 keys are 128,000 draws from 88 characters: about 1,455 of each, with a deviation of 38. Bytes modulo 88
        // would choose some characters 1.5 times as often as others.
        #expect(counts.count == 88)
        #expect(counts.values.allSatisfy { (1250...1660).contains($0) })
    }

    @Test(
        "that a user chooses has 1 to 256 UTF-16 units",
        arguments: [
            ("k", true), (String(repeating: "k", count: 256), true), (String(repeating: "😀", count: 128), true),
            ("", false), (String(repeating: "k", count: 257), false), (String(repeating: "😀", count: 129), false),
        ])
    func isChosen(_ secret: String, _ isKey: Bool) { #expect((LocationDeviceKey(secret) != nil) == isKey) }

    @Test("does not appear in prints, dumps and interpolations")
    func cannotBePrinted() throws {
        let key = try LocationDeviceKey.of("hush")
        var dumped = ""
        dump(["key": key, "record": DeviceKeyRecord(certain: key)] as [String: Any], to: &dumped)
        for text in ["\(key)", String(describing: Optional(key)), String(reflecting: key), dumped] {
            #expect(!text.contains("hush"))
        }
    }

    @Test("is compared by its bytes")
    func comparesBytes() throws {
        #expect(try LocationDeviceKey.of("a") == LocationDeviceKey.of("a"))
        #expect(try LocationDeviceKey.of("a") != LocationDeviceKey.of("b"))
        #expect(try LocationDeviceKey.of("a") != LocationDeviceKey.of("aa"))
        #expect(try LocationDeviceKey.of("\u{FC}") != LocationDeviceKey.of("u\u{308}"))
    }

    private struct Numbers: RandomNumberGenerator {
        let source: CountedRandom
        mutating func next() -> UInt64 { source.next() }
    }
}

@Suite("A place")
struct DeviceLocationTests {
    @Test("is written as the Miataru apps write it")
    func isWritten() {
        var json = JSONObject()
        DeviceLocation(
            recordedAt: Date(timeIntervalSince1970: 1_700_000_000.9), latitude: 48, longitude: -10.5,
            horizontalAccuracy: 5.25, speed: 0, batteryLevel: 80, altitude: -1
        ).write(miataru: &json)
        #expect(
            String(decoding: json.bytes, as: UTF8.self)
                == #"{"Timestamp":"1700000000","Longitude":-10.5,"Latitude":48,"HorizontalAccuracy":5.25,"Speed":0,"#
                + #""BatteryLevel":80,"Altitude":"-1"}"#)
    }

    @Test(
        "is read in the forms of all clients",
        arguments: [
            #"{"Timestamp":"1700000000","Longitude":10.5,"Latitude":48,"HorizontalAccuracy":5}"#,
            #"{"Timestamp":1700000000000,"Longitude":"+10.500000","Latitude":"48","HorizontalAccuracy":"5.0"}"#,
            #"{"Timestamp":"1700000000","Longitude":"10,5","Latitude":" 48 ","HorizontalAccuracy":5e0,"Speed":null,"x":[]}"#,
        ])
    func isRead(_ json: String) throws {
        let location = try DeviceLocation(miataru: JSONDocument(Array(json.utf8)).root)
        #expect(location == .at(1_700_000_000 - 1_800_000_000, latitude: 48))
    }

    @Test(
        "is not read with a missing or non-numeric value, which the error names",
        arguments: [
            (#"{"Longitude":1,"Latitude":2,"HorizontalAccuracy":3}"#, "Timestamp is missing"),
            (#"{"Timestamp":1,"Longitude":true,"Latitude":2,"HorizontalAccuracy":3}"#, "Longitude is not a number"),
            (#"{"Timestamp":1,"Longitude":1,"Latitude":"0x10","HorizontalAccuracy":3}"#, "Latitude is not a number"),
            (#"{"Timestamp":1,"Longitude":1,"Latitude":"nan","HorizontalAccuracy":3}"#, "Latitude is not a number"),
            (
                #"{"Timestamp":1,"Longitude":1,"Latitude":2,"HorizontalAccuracy":1e999}"#,
                "HorizontalAccuracy is not a number"
            ),
        ])
    func isNotRead(_ json: String, _ reason: String) throws {
        let value = try JSONDocument(Array(json.utf8)).root
        #expect { try DeviceLocation(miataru: value) } throws: { "\($0)" == reason }
    }

    @Test("is read with any time that its device sent", arguments: ["", "-"])
    func farMoment(sign: String) throws {
        let json = #"{"Timestamp":\#(sign)1e300,"Longitude":10.5,"Latitude":48,"HorizontalAccuracy":5}"#
        let location = try DeviceLocation(miataru: JSONDocument(Array(json.utf8)).root)
        #expect(location.wireTimestamp == sign + "1000000000000")
    }

    @Test(
        "has a flaw if a server would refuse it",
        arguments: [
            (\.latitude, 90.0, true), (\.latitude, 90.1, false), (\.longitude, -180, true),
            (\.longitude, -180.1, false),
            (\.horizontalAccuracy, 10_000, true), (\.horizontalAccuracy, -1, false), (\.latitude, .nan, false),
        ] as [(any WritableKeyPath<DeviceLocation, Double> & Sendable, Double, Bool)])
    func hasFlaws(_ member: any WritableKeyPath<DeviceLocation, Double> & Sendable, _ value: Double, _ isFine: Bool) {
        var location = DeviceLocation.at(0)
        location[keyPath: member] = value
        #expect((location.flaw == nil) == isFine)
    }

    @Test(
        "needs no optional value, but each must be in range",
        arguments: [
            (\.speed, 1000.0, true), (\.speed, -1, false), (\.batteryLevel, 100, true), (\.batteryLevel, 101, false),
            (\.altitude, -1000, true), (\.altitude, 100_001, false),
        ] as [(any WritableKeyPath<DeviceLocation, Double?> & Sendable, Double, Bool)])
    func hasFlawsBeside(
        _ member: any WritableKeyPath<DeviceLocation, Double?> & Sendable, _ value: Double, _ isFine: Bool
    ) {
        var location = DeviceLocation.at(0)
        #expect(location.flaw == nil)
        location[keyPath: member] = value
        #expect((location.flaw == nil) == isFine)
    }
}
