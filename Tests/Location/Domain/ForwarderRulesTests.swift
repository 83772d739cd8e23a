@testable import Location

@Suite("The rules of forwarders") struct ForwarderRulesTests {
    static let secret = SecretText("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")

    private func row(
        _ form: ForwarderForm = .ownTracks, _ precision: PlacePrecision = .exact, user: String? = nil,
        secret: SecretText? = nil, device: DeviceID = .owner
    ) -> ForwarderRow {
        ForwarderRow(
            number: 1, id: ForwarderID("f1")!, device: device, form: form, precision: precision,
            url: SecretText("https://home.example/"), user: user.map { Personal($0) }, secret: secret, isActive: true,
            lastSequence: 0, attempts: 0, nextAt: nil)
    }

    private let location = Location(
        timestamp: LocationValue(json: "\"1700000001\""), longitude: LocationValue(json: "10.5"),
        latitude: LocationValue(json: "\"+48,25\""), horizontalAccuracy: LocationValue(json: "5.4"),
        speed: LocationValue(json: "10"), batteryLevel: LocationValue(json: "\"87\""),
        altitude: LocationValue(json: "12.5"))

    private func members(_ body: String?) throws -> Set<Substring> {
        let body = try #require(body)
        #expect(body.hasPrefix("{") && body.hasSuffix("}"))
        return Set(body.dropFirst().dropLast().split(separator: ","))
    }

    @Test("OwnTracks' form has numbers in OwnTracks' units, and leaves out what is unknown")
    func ownTracks() throws {
        #expect(
            try members(row().body(of: location, at: .start)) == [
                #""_type":"location""#, #""tid":"OW""#, #""lat":48.25"#, #""lon":10.5"#, #""tst":1700000001"#,
                #""acc":5"#, #""vel":36"#, #""alt":13"#, #""batt":87"#,
            ])
        var vague = location
        vague.horizontalAccuracy = LocationValue(json: "0")
        vague.speed = LocationValue(json: "-1")
        vague.batteryLevel = LocationValue(json: "null")
        vague.altitude = nil
        #expect(
            try members(row(device: .named("ü")).body(of: vague, at: .start)) == [
                #""_type":"location""#, #""tid":"XX""#, #""lat":48.25"#, #""lon":10.5"#, #""tst":1700000001"#,
            ])
    }

    @Test("A webhook has the type, the time and the place")
    func webhook() {
        #expect(
            row(.webhook).body(of: location, at: .start) == """
                {"data":{"accuracy":5.4,"altitude":12.5,"at":"2023-11-14T22:13:21Z","batteryLevel":87,"device":"owner",\
                "latitude":48.25,"longitude":10.5,"speed":10},"timestamp":"2027-01-15T08:00:00Z","type":"place.reported"}
                """)
    }

    @Test(
        "A coarse place has no speed, altitude and battery, and not the id of the device",
        arguments: [ForwarderForm.ownTracks, .webhook])
    func coarse(_ form: ForwarderForm) throws {
        let body = try #require(row(form, .town).body(of: location, at: .start))
        for name in ["vel", "speed", "alt", "batt"] { #expect(!body.contains("\"\(name)"), "\(name)") }
        #expect(!body.contains("48.25,") && !body.contains("10.5,") && body.contains("lat"))
        #expect(!body.contains("owner") && row(form, .town).label == "f1" && row(form).label == "owner")
        #expect(body.contains(form == .webhook ? #""device":"f1""# : #""tid":"F1""#))
    }

    @Test("A place that is no place has no body")
    func unreadable() {
        var nowhere = location
        nowhere.latitude = LocationValue(json: "\"north\"")
        #expect(row().body(of: nowhere, at: .start) == nil)
        var timeless = location
        timeless.timestamp = LocationValue(json: "\"today\"")
        #expect(row().body(of: timeless, at: .start) == nil)
    }

    @Test("The headers are those of OwnTracks, with a password those of Basic, or those of a signed webhook")
    func headers() throws {
        let plain = try #require(row(device: .named("my phone/1")).headers(of: "e", "{}", at: .start))
        #expect(plain.map(\.name) == ["X-Limit-U", "X-Limit-D"] && plain.map(\.value) == ["balise", "my-phone-1"])
        let basic = try #require(row(user: "ada", secret: SecretText("pw")).headers(of: "e", "{}", at: .start))
        #expect(basic.map(\.value) == ["ada", "owner", "Basic YWRhOnB3"])
        let signed = try #require(row(.webhook, secret: Self.secret).headers(of: "e", "{}", at: .start))
        let expected = Webhook.headers(of: "e", "{}", signedWith: try Webhook.key(Self.secret), at: .start)
        #expect(signed.map(\.value) == expected.map(\.value))
        #expect(row(.webhook).headers(of: "e", "{}", at: .start) == nil)
    }

    @Test("Only status 400, 410, 413 and 422 refuse a place for good")
    func outcomes() {
        for status in [200, 201, 204] { #expect(ForwarderRules.outcome(of: status) == .accepted) }
        for status in [400, 410, 413, 422] { #expect(ForwarderRules.outcome(of: status) == .refused) }
        for status in [301, 401, 403, 404, 408, 429, 500, 503] {
            #expect(ForwarderRules.outcome(of: status) == .failed)
        }
        #expect(ForwarderRules.words(for: 404).hasSuffix("check its path (status 404)"))
    }

    @Test("The origin of an address shows no secret of it")
    func origins() {
        #expect(ForwarderRules.origin(of: "https://home.example:8123/hook/secret?key=1") == "https://home.example:8123")
        #expect(ForwarderRules.origin(of: "http://[fd00::1]/") == "http://[fd00::1]")
        #expect(ForwarderRules.origin(of: "https://xn--80ak6aa92e.com/") == "https://xn--80ak6aa92e.com")
    }

    private static let wrong: [(CreateForwarder, [String])] = [
        (.sample(name: ""), ["name"]), (.sample(name: "a\nb"), ["name"]),
        (.sample(name: "\u{200B}"), ["name"]), (.sample(name: "a\u{202E}b"), ["name"]),
        (.sample(url: "http://home.example/"), ["url"]), (.sample(url: "https://10.0.0.1/"), ["url"]),
        (.sample(form: ForwarderForm(rawValue: "?"), precision: PlacePrecision(rawValue: "?")), ["form", "precision"]),
        (.sample(user: "a:b"), ["user"]), (.sample(user: "é"), ["user"]), (.sample(password: "a\nb"), ["password"]),
        (.sample(secret: secret), ["secret"]), (.sample(form: .webhook), ["secret"]),
        (.sample(form: .webhook, user: "a", password: "b", secret: secret), ["user", "password"]),
    ]

    @Test("Each wrong member is named, all at once", arguments: wrong)
    func wrongMembers(_ request: CreateForwarder, _ fields: [String]) {
        do throws(ServiceError) {
            try ForwarderRules.check(request, UserTargets(allowsLocal: false))
            Issue.record("it is taken")
        } catch {
            #expect(error.wrongMembers.map(\.field) == fields)
        }
    }

    @Test("A right request is taken")
    func right() throws {
        let targets = UserTargets(allowsLocal: false)
        try ForwarderRules.check(.sample(user: "ada", password: "pw"), targets)
        try ForwarderRules.check(.sample(form: .webhook, secret: Self.secret), targets)
        try ForwarderRules.check(.sample(url: "http://192.168.1.5:8123/"), UserTargets(allowsLocal: true))
    }
}

extension CreateForwarder {
    static func sample(
        name: String = "home", form: ForwarderForm = .ownTracks, url: String = "https://home.example/hook?key=secret",
        precision: PlacePrecision = .exact, user: String? = nil, password: String? = nil, secret: SecretText? = nil
    ) -> CreateForwarder {
        CreateForwarder(
            account: .ada, device: .owner, name: Personal(name), form: form, url: SecretText(url), precision: precision,
            user: user.map { Personal($0) }, password: password.map { SecretText($0) }, secret: secret)
    }
}
