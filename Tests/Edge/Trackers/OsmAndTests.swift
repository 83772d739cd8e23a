@testable import Edge

@Suite("OsmAnd's form") struct OsmAndTests {
    private func read(_ query: String = "", type: String? = nil, _ body: String = "") -> TrackerRequest {
        let request = EdgeRequest.sample(.post, query: query, body: body) { $0.contentType = type }
        return TrackerRequest(osmAnd: request, at: People.now)
    }

    private let form = "application/x-www-form-urlencoded"

    @Test("The classic Traccar Client sends a query, and knots")
    func classic() {
        let read = read(
            "id=123456&timestamp=1700000000&lat=48.390400&lon=-4.486100&speed=9.72&bearing=90.0&altitude=101.0"
                + "&accuracy=12.0&batt=87.0&charge=true")
        #expect(read.seconds == [1_700_000_000] && read.speedUnit == nil && read.id == "123456")
        #expect(read.location?.latitude.json == "48.390400" && read.location?.speed?.json == "9.72")
        #expect(read.location?.batteryLevel?.json == "87.0" && read.location?.horizontalAccuracy.json == "12.0")
    }

    @Test("The Flutter Traccar Client sends JSON of one place, and metres per second")
    func flutter() {
        let place =
            #""coords":{"latitude":48.3904,"longitude":-4.4861,"accuracy":12.5,"speed":-1,"heading":-1,"altitude":101.5},"#
        let body = { (coords: String) in
            #"{"device_id":"123456","location":{"timestamp":"2023-11-14T22:13:20.123Z",\#(coords)"is_moving":true,"#
                + #""odometer":5,"event":"motionchange","battery":{"level":0.87,"is_charging":false},"#
                + #""activity":{"type":"still"},"extras":{},"_":"&id=123456&lat=1&lon=2&timestamp=3&"}}"#
        }
        let read = read(type: "application/json; charset=utf-8", body(place))
        #expect(read.seconds == [1_700_000_000] && read.speedUnit == .metresPerSecond && read.id == "123456")
        #expect(read.location?.batteryLevel?.json == "87" && read.location?.speed?.json == "-1")
        #expect(self.read(type: "application/json", body("")).discarded == [.noPosition: 1])
    }

    @Test("The Traccar Client on its own SDK sends a form, or JSON of several places")
    func ownSDK() {
        let one =
            "id=123456&lat=48.3904&lon=-4.4861&timestamp=1700000000&accuracy=12&altitude=101&speed=9.72&bearing=90"
            + "&batt=87&charge=false&alarm=sos&battery_health=good"
        let sent = read(type: form, one)
        #expect(sent.seconds == [1_700_000_000] && sent.speedUnit == nil)
        let json = read(
            type: "application/json",
            #"[{"id":"123456","lat":48.3904,"lon":-4.4861,"timestamp":1700000000,"speed":9.72,"batt":87,"charge":true},"#
                + #"{"id":"123456","timestamp":1700000001},{"id":"123456","lat":91,"lon":"2","timestamp":"1700000002"}]"#
        )
        #expect(json.seconds == [1_700_000_000, 1_700_000_002] && json.discarded == [.noPosition: 1])
        #expect(json.location?.speed == sent.location?.speed && json.location?.latitude == sent.location?.latitude)
        let start = read(type: form, "id=123456&notificationToken=abc")
        #expect(start.reports.isEmpty && start.discarded == [.noPosition: 1])
    }

    @Test(
        "A time is in seconds, in milliseconds or written",
        arguments: [
            "1700000000", "1700000000000", "2023-11-14T22:13:20Z", "2023-11-14%2022:13:20", "2023-11-14T22%3A13%3A20Z",
            "2023-11-14T23:13:20+01:00",
        ])
    func times(_ text: String) { #expect(read("lat=1&lon=2&timestamp=\(text)").seconds == [1_700_000_000]) }

    @Test("Without a time it is now, and the first of repeated keys with a value applies")
    func defaults() {
        let read = read("location=48.5,2.5&lat=&cell=1,2,3,4&cell=5,6,7,8&lat=49&lat=50&valid=1")
        #expect(read.seconds == [People.now.rawValue / 1000] && read.location?.latitude.json == "49")
        #expect(self.read("location=48.5,2.5").location?.longitude.json == "2.5")
        #expect(self.read("lat=%2B48.5&lon=.5").location?.latitude.json == "48.5")
    }

    @Test("Blanks and line feeds around a number are left out")
    func blanks() {
        let sent = read(type: form, "accuracy=+5&batt=50%20&timestamp=1700000000&lat=+48&lon=2.5\n").location
        #expect(sent?.latitude.json == "48" && sent?.longitude.json == "2.5")
        #expect(sent?.horizontalAccuracy.json == "5" && sent?.batteryLevel?.json == "50")
        #expect(read("location=48.5,+2.5").location?.longitude.json == "2.5")
    }

    @Test(
        "What is no place is counted",
        arguments: [
            ("id=1", .noPosition), ("lat=x&lon=2", .noPosition), ("lat=1", .noPosition),
            ("lat=1&lon=2&valid=false", .noPosition), ("lat=1&lon=2&timestamp=soon", .noTime), ("", .noPosition),
        ] as [(String, DiscardReason)])
    func discards(_ query: String, _ reason: DiscardReason) {
        #expect(read(query).discarded == [reason: 1])
    }

    @Test("JSON of another form is counted", arguments: ["{", "5", #""text""#])
    func malformed(_ body: String) { #expect(read(type: "application/json", body).discarded == [.malformed: 1]) }
}
