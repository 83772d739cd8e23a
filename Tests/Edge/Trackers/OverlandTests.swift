@testable import Edge

@Suite("Overland's batches") struct OverlandTests {
    private func read(_ body: String) -> TrackerRequest { TrackerRequest(overland: Array(body.utf8), at: People.now) }

    private func point(
        _ time: String = "2023-11-14T22:13:20Z", _ more: String = "", geometry: String? = "[-4.4861000,48.3904000]"
    ) -> String {
        let place = geometry.map { #""geometry":{"type":"Point","coordinates":\#($0)},"# } ?? ""
        return #"{"type":"Feature",\#(place)"properties":{"timestamp":"\#(time)","altitude":101,"speed":4,"#
            + #""horizontal_accuracy":5,"vertical_accuracy":-1,"motion":["walking"],"battery_state":"charging","#
            + #""battery_level":0.87,"wifi":"net","device_id":"phone"\#(more)}}"#
    }

    @Test(
        "A time is read with Z, with an offset and with a fraction",
        arguments: [
            "2023-11-14T22:13:20Z", "2023-11-14T15:13:20-0700", "2023-11-14T22:13:20+00:00", "2023-11-14T22:13:20.250Z",
        ])
    func times(_ time: String) {
        let read = read(#"{"locations":[\#(point(time))]}"#)
        #expect(read.seconds == [1_700_000_000] && read.id == "phone" && read.speedUnit == .metresPerSecond)
        #expect(read.location?.latitude.json == "48.3904000" && read.location?.longitude.json == "-4.4861000")
        #expect(read.location?.batteryLevel?.json == "87" && read.location?.horizontalAccuracy.json == "5")
        #expect(!read.wantsFriends)
    }

    @Test("The present place follows the batch, and unknown values are left to the location service")
    func current() {
        let late = point("2023-11-14T23:00:00Z").replacing("0.87", with: "-1")
        let read = read(#"{"locations":[\#(point())],"current":\#(late),"trip":{"distance":5}}"#)
        #expect(read.seconds == [1_700_000_000, 1_700_002_800])
        #expect(read.reports.last?.location.batteryLevel == nil)
        #expect(self.read(#"{"locations":[],"current":null}"#).discarded.isEmpty)
    }

    @Test("A batch keeps its order, up to 5,000 places")
    func batches() {
        for count in [1, 200, 1000, 5001] {
            let points = (0..<count).map { _ in point() }.joined(separator: ",")
            let read = read(#"{"locations":[\#(points)]}"#)
            #expect(read.reports.count == min(count, 5000) && read.discarded[.tooMany] ?? 0 == max(0, count - 5000))
        }
    }

    @Test("The present place replaces the oldest of 5,000 places, unless they have it already")
    func fullWithCurrent() {
        let oldest = point("2023-11-14T22:00:00Z")
        let points = ([point(), oldest] + (0..<4998).map { _ in point() }).joined(separator: ",")
        let read = read(#"{"locations":[\#(points)],"current":\#(point("2023-11-14T23:00:00Z"))}"#)
        #expect(read.reports.count == 5000 && read.discarded == [.tooMany: 1])
        #expect(read.seconds.min() == 1_700_000_000 && read.seconds.last == 1_700_002_800)
        let again = self.read(#"{"locations":[\#(points)],"current":\#(point())}"#)
        #expect(again.seconds.min() == 1_699_999_200 && again.discarded.isEmpty)
    }

    @Test("What is no place is counted, and the others of its batch are read")
    func others() {
        let entries = [
            point("2023-11-14T22:13:20Z", #","action":"will_resign_active""#, geometry: nil),
            point("2023-11-14T22:13:20Z", #","action":"visit","arrival_date":null"#),
            point("2023-11-14T22:13:20Z", #","type":"trip""#), point(geometry: nil), point(geometry: "[1]"),
            point("yesterday"), "5", point("2023-11-14T22:13:21Z"),
        ]
        let read = read(#"{"locations":[\#(entries.joined(separator: ","))]}"#)
        #expect(read.seconds == [1_700_000_000, 1_700_000_001] && read.reports.map(\.isOfVisit) == [true, nil])
        #expect(read.discarded == [.notAPosition: 2, .noPosition: 2, .noTime: 1, .malformed: 1])
    }

    @Test("Its OwnTracks mode has one place, with its speed in kilometres per hour")
    func ownTracks() {
        let read = read(#"{"_type":"location","lat":1,"lon":2,"tst":1700000000,"acc":5,"batt":87,"topic":"o/phone"}"#)
        #expect(read.seconds == [1_700_000_000] && read.speedUnit == .kilometresPerHour && !read.wantsFriends)
    }

    @Test("A body of another form is counted", arguments: ["", "{", "[]", "{}", #"{"locations":5}"#])
    func malformed(_ body: String) { #expect(read(body).discarded == [.malformed: 1]) }
}
