@testable import Edge

@Suite("OwnTracks' messages") struct OwnTracksTests {
    private func read(_ body: String, at now: UnixTime = People.now) -> TrackerRequest {
        TrackerRequest(ownTracks: Array(body.utf8), at: now)
    }

    @Test("A place is read from the message of each app, with its numbers unchanged")
    func places() {
        let ios = read(
            #"{"_type":"location","tid":"A7","lat":48.39,"lon":-4.486,"tst":1700000000,"acc":12,"batt":87,"t":"u","#
                + #""vel":36,"alt":101,"bs":1,"conn":"w","topic":"owntracks/ada/phone","inregions":["home"],"ssid":"n"}"#
        )
        #expect(ios.seconds == [1_700_000_000] && ios.speedUnit == .kilometresPerHour && ios.tid == "A7")
        #expect(ios.wantsFriends && ios.isManual && ios.discarded.isEmpty)
        #expect(ios.location?.latitude.json == "48.39" && ios.location?.longitude.json == "-4.486")
        #expect(ios.location?.speed?.json == "36" && ios.location?.batteryLevel?.json == "87")
        #expect(ios.location?.altitude?.json == "101" && ios.location?.horizontalAccuracy.json == "12")

        let android = read(
            #"{"_type":"location","_id":"1f2e3d4c","lat":48.39,"lon":-4.486,"tst":1700000000.0,"m":-1,"t":"p"}"#)
        #expect(android.seconds == [1_700_000_000] && !android.isManual && android.location?.speed == nil)
        #expect(android.location?.horizontalAccuracy.json == "0")
    }

    @Test("Overland counts the seconds of OwnTracks' form from 2001")
    func referenceDate() {
        let second = People.now.rawValue / 1000 - 978_307_200
        let read = read(#"{"_type":"location","lat":1,"lon":2,"tst":\#(second),"acc":3,"batt":90}"#)
        #expect(read.seconds == [People.now.rawValue / 1000])
    }

    @Test(
        "A message without a place that can be stored is acknowledged and counted",
        arguments: [
            (#"{"_type":"transition","event":"enter","desc":"home","tst":1,"wtst":2,"lat":1,"lon":2}"#, .notAPosition),
            (#"{"_type":"waypoint","desc":"home","lat":1,"lon":2,"rad":100,"tst":1}"#, .notAPosition),
            (#"{"_type":"waypoints","waypoints":[]}"#, .notAPosition), (#"{"_type":"lwt","tst":1}"#, .notAPosition),
            (#"{"_type":"dump","configuration":{"password":"p"}}"#, .notAPosition),
            (#"{"_type":"new"}"#, .notAPosition),
            (#"{"_type":"encrypted","data":"AAAA"}"#, .encrypted), ("{}", .malformed), ("[]", .malformed),
            (#"[{"_type":"location","lat":1,"lon":2,"tst":3}]"#, .malformed), ("{", .malformed), ("5", .malformed),
            (#"{"_type":"location","lat":NaN,"lon":2,"tst":3}"#, .malformed),
            (#"{"_type":"location","lat":"1","lon":2,"tst":3}"#, .noPosition),
            (#"{"_type":"location","lat":null,"lon":2,"tst":3}"#, .noPosition),
            (#"{"_type":"location","lat":1,"lon":2,"tst":"3"}"#, .noTime),
            (#"{"_type":"location","lat":1,"lon":2}"#, .noTime),
            (#"{"_type":"location","lat":1,"lon":2,"tst":0}"#, .noTime),
            (#"{"_type":"location","lat":1,"lon":2,"tst":-5}"#, .noTime),
            (#"{"_type":"location","lat":1,"lon":2,"tst":5}"#, .noTime),
        ] as [(String, DiscardReason)])
    func discards(_ body: String, _ reason: DiscardReason) {
        let read = read(body)
        #expect(read.reports.isEmpty && read.discarded == [reason: 1])
    }

    @Test("An empty body says that a friend was deleted")
    func empty() {
        let read = read("")
        #expect(read.reports.isEmpty && read.discarded.isEmpty)
    }

    @Test("An answer has the own device first, numbers as numbers, a tid for each device, and the names of friends")
    func friends() {
        var friend = Trackers.place
        friend.device = id("pilot-phone")
        var unreadable = friend
        unreadable.device = id("pi")
        unreadable.location.latitude = LocationValue(json: #""north""#)
        var nameless = friend
        nameless.device = id("C0FFEE00-1111-4222-8333-444455556666")
        let reply = ReportByTracker.Reply(
            stored: 1, device: id("pho ne"), places: [Trackers.place, friend, unreadable, nameless])
        let json = String(decoding: OwnTracksFriends(reply, tidOfOwn: "PI").json, as: UTF8.self)
        let members =
            #""lat":48.39,"lon":-4.4861,"tst":1700000000,"acc":13,"vel":36,"batt":87}"#
        #expect(
            json == #"[{"_type":"location","tid":"PI",\#(members),{"_type":"card","tid":"PL","name":"pilot-phone"},"#
                + #"{"_type":"location","tid":"PL",\#(members),{"_type":"location","tid":"C0",\#(members)]"#)
    }

    @Test("Each device has a tid of its own, of two letters if these are free")
    func tids() {
        var tids = OwnTracksIDs()
        #expect(tids.take(for: id("ada")) == "AD")
        #expect(tids.take(for: id("adam")) == "AA")
        #expect(tids.take(for: id("ad")) == "A1" && tids.take(for: id("a")) == "A2")
        #expect(tids.take(for: id("—")) == "X1" && tids.take(for: id("7")) == "71")
    }
}
