@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct ReadingTests {
    @Test(
        arguments: [
            (#"{"RequestMiataruDeviceID":"me","RequestMiataruDeviceKey":"k"}"#, "me", "k"),
            (#"{"requestingDeviceID":"me","requestingDeviceKey":"k"}"#, "me", "k"),
            (#"{"RequestMiataruDeviceID":"me","requestingDeviceID":"other"}"#, "me", nil),
            (#"{"RequestMiataruDeviceID":"","RequestMiataruDeviceKey":""}"#, nil, nil), ("{}", nil, nil),
            ("null", nil, nil),
        ] as [(String, String?, String?)])
    func knowsTheReader(_ config: String, _ device: String?, _ key: String?) async throws {
        let body = #"{"MiataruConfig":\#(config),"MiataruGetLocation":[{"Device":"d"},{"Device":"d"}]}"#
        let message = try #require(try await message(GetLocation.self, .getLocation, body))
        #expect(message.reader.device?.text == device && message.reader.key?.secret == key)
        #expect(message.devices == [id("d"), id("d")])
    }

    @Test(arguments: [
        #"{"MiataruGetLocation":["d"]}"#, #"{"MiataruConfig":"me","MiataruGetLocation":[]}"#,
        #"{"MiataruConfig":{"RequestMiataruDeviceID":7},"MiataruGetLocation":[]}"#,
        #"{"MiataruConfig":{"RequestMiataruDeviceID":"a:b"},"MiataruGetLocation":[]}"#,
        #"{"MiataruConfig":{"RequestMiataruDeviceID":"a\u0000b"},"MiataruGetLocation":[]}"#,
        #"{"MiataruConfig":{"RequestMiataruDeviceKey":7},"MiataruGetLocation":[]}"#,
    ])
    func refusesMalformedGetLocation(_ body: String) async { #expect(await isRefused(.getLocation, body)) }

    /// A short question can have a long answer.
    @Test(arguments: [MiataruEndpoint.getLocation, .getLocationGeoJSON])
    func boundsTheDevicesOfOneQuestion(_ endpoint: MiataruEndpoint) async {
        func body(_ count: Int) -> String {
            let devices = [String](repeating: #"{"Device":"d"}"#, count: count).joined(separator: ",")
            return #"{"MiataruConfig":{"RequestMiataruDeviceID":"me"},"MiataruGetLocation":[\#(devices)]}"#
        }
        #expect(await !isRefused(endpoint, body(GetLocation.maximumDevices)))
        #expect(await isRefused(endpoint, body(GetLocation.maximumDevices + 1)))
    }

    @Test func writesPlacesInTheFormInWhichTheyCame() async throws {
        let services = ScriptedServices()
        var location = sampleLocation
        location.speed = .null
        location.batteryLevel = LocationValue(json: #""99""#)
        location.altitude = LocationValue(json: "-1.50")
        let full = location
        services.on(GetLocation.self) { _ in
            GetLocation.Reply(found: [
                GetLocation.LocationResult(device: id("p\"q"), location: sampleLocation, slogan: nil), nil,
                GetLocation.LocationResult(device: id("ü"), location: full, slogan: "so\nlong"),
            ])
        }
        let answer = try await answer(services, .getLocation, getBody)
        #expect(
            answer.text == #"{"MiataruLocation":[{"Device":"p\"q","Timestamp":"1700000000","Longitude":"+10.837502","#
                + #""Latitude":49.50,"HorizontalAccuracy":5,"Slogan":null},null,"#
                + #"{"Device":"ü","Timestamp":"1700000000","Longitude":"+10.837502","Latitude":49.50,"#
                + #""HorizontalAccuracy":5,"Speed":null,"BatteryLevel":"99","Altitude":-1.50,"Slogan":"so\nlong"}]}"#)
        #expect(answer.contentType == .json)
    }

    @Test func writesAHistory() async throws {
        let services = ScriptedServices().answering(GetLocationHistory.self) { _ in
            GetLocationHistory.Reply(maximum: 1023, available: 7, locations: [sampleLocation, sampleLocation])
        }
        let body = #"{"MiataruGetLocationHistory":{"Device":"d","Amount":2}}"#
        let entry =
            #"{"Device":"d","Timestamp":"1700000000","Longitude":"+10.837502","Latitude":49.50,"HorizontalAccuracy":5}"#
        #expect(
            try await answer(services, .getLocationHistory, body).text
                == #"{"MiataruServerConfig":{"MaximumNumberOfLocationUpdates":1023,"AvailableDeviceLocationUpdates":7},"#
                + #""MiataruLocation":[\#(entry),\#(entry)]}"#)
    }

    @Test(arguments: [(#""10""#, 10), ("1000", 1000), ("-3", -3), (#"" 2 ""#, 2)])
    func asksForVisitors(_ amount: String, _ expected: Int) async throws {
        let body = #"{"MiataruGetVisitorHistory":{"Device":"d","Amount":\#(amount),"DeviceKey":"k"}}"#
        let message = try #require(try await message(GetVisitorHistory.self, .getVisitorHistory, body))
        #expect(message.device == id("d") && message.amount == expected && message.key?.secret == "k")
    }

    @Test func writesVisitors() async throws {
        let services = ScriptedServices().answering(GetVisitorHistory.self) { _ in
            GetVisitorHistory.Reply(
                maximum: 10,
                visits: [
                    GetVisitorHistory.Visit(visitor: id("__proto__"), time: UnixTime(milliseconds: 1_700_000_000_123)),
                    GetVisitorHistory.Visit(visitor: id("b"), time: UnixTime(milliseconds: 1)),
                ])
        }
        let body = #"{"MiataruGetVisitorHistory":{"Device":"d","Amount":"10"}}"#
        #expect(
            try await answer(services, .getVisitorHistory, body).text
                == #"{"MiataruServerConfig":{"MaximumNumberOfVisitorHistory":10,"AvailableVisitorHistory":2},"#
                + #""MiataruVisitors":[{"DeviceID":"__proto__","TimeStamp":1700000000123},{"DeviceID":"b","TimeStamp":1}]}"#
        )
    }

    @Test(arguments: [
        ("0", "0", "[0,0]"), (#""0""#, #""+10.50""#, "[0,10.5]"), (#"" -3 ""#, "1.50", "[-3,1.50]"),
        (#""8,25""#, #""1e-7""#, "[8.25,1e-07]"),
    ])
    func writesAMapWithNumbers(_ longitude: String, _ latitude: String, _ coordinates: String) async throws {
        let services = ScriptedServices().answering(GetLocationGeoJSON.self) { _ in
            var location = sampleLocation
            location.longitude = LocationValue(json: longitude)
            location.latitude = LocationValue(json: latitude)
            location.speed = LocationValue(json: "3")
            return GetLocationGeoJSON.Reply(location: location)
        }
        let answer = try await answer(
            services, .getLocationGeoJSON, #"{"MiataruGetLocation":[{"Device":"d"},{"Device":"e"}]}"#)
        #expect(
            answer.text == #"{"type":"Feature","geometry":{"type":"Point","coordinates":\#(coordinates)},"#
                + #""properties":{"name":"d","timestamp":"1700000000","horizontalAccuracy":5,"speed":3}}"#)
        #expect(services.received(GetLocationGeoJSON.self).first?.devices == [id("d"), id("e")])
    }

    @Test func writesAnEmptyMap() async throws {
        let answer = try await answer(.empty(), .getLocationGeoJSON, #"{"MiataruGetLocation":[{"Device":"d"}]}"#)
        #expect(answer.text == "{}")
        #expect(await isRefused(.getLocationGeoJSON, #"{"MiataruGetLocation":[]}"#))
    }
}

@Suite(.timeLimit(.minutes(10))) struct HistoryQuestionTests {
    private func body(_ question: String) -> String {
        #"{"MiataruConfig":{"RequestMiataruDeviceID":"me","RequestMiataruDeviceKey":"k"},"MiataruGetLocationHistory":\#(question)}"#
    }

    @Test(arguments: [
        (#"{"Device":"d","Amount":"25"}"#, "d", 25), (#"{"Amount":25,"Device":"d"}"#, "d", 25),
        (#"{"dEVICE":"d","AMOUNT":" 25 "}"#, "d", 25), (#"{"Device":"d","Amount":1}"#, "d", 1),
        (#"{"Device":"d","Amount":25.0}"#, "d", 25), (#"{"Device":"d","Amount":"1e2"}"#, "d", 100),
        (#"{"Device":"d","Amount":"1e1"}"#, "d", 10), (#"{"Device":"d","Amount":"0x10"}"#, "d", 16),
        (#"{"Device":"d","Amount":"0XfF"}"#, "d", 255), (#"{"Device":"d","Amount":"0o17"}"#, "d", 15),
        (#"{"Device":"d","Amount":"0b11"}"#, "d", 3), (#"{"Device":"d","Amount":"+5."}"#, "d", 5),
        (#"{"Device":"d","Amount":"\u00a0\ufeff5\n"}"#, "d", 5), (#""Device=d&Amount=0x2""#, "d", 2),
        (#"{"Device":"d","Amount":99999999999999999999}"#, "d", 1_000_000_000_000_000),
        (#"{"Device":"x","Amount":1,"Device":"d","Amount":2}"#, "d", 2),
        (#""Device=d&Amount=25""#, "d", 25), (#""amount=25&DEVICE=d%20e""#, "d e", 25),
        (#""{\"Device\":\"d\",\"Amount\":3}""#, "d", 3), (#""[[\"Device\",\"d\"],[\"Amount\",3]]""#, "d", 3),
        (#"[["Device","d"],["Amount","4"]]"#, "d", 4), (#"[{"Device":"d"},{"amount":4}]"#, "d", 4),
        (#"[{"Device":"d","Amount":4}]"#, "d", 4),
    ])
    func takesEachForm(_ question: String, _ device: String, _ amount: Int) async throws {
        let message = try #require(try await message(GetLocationHistory.self, .getLocationHistory, body(question)))
        #expect(message.device == id(device) && message.amount == amount && message.reader.device == id("me"))
        #expect(message.reader.key?.secret == "k")
    }

    @Test(arguments: [
        #"{"Device":"d"}"#, #"{"Amount":1}"#, #"{"Device":"d","Amount":0}"#, #"{"Device":"d","Amount":-1}"#,
        #"{"Device":"d","Amount":1.5}"#, #"{"Device":"d","Amount":"many"}"#, #"{"Device":"d","Amount":""}"#,
        #"{"Device":"d","Amount":"-0x10"}"#, #"{"Device":"d","Amount":"0x"}"#, #"{"Device":"d","Amount":"0x1g"}"#,
        #"{"Device":"d","Amount":"0b12"}"#, #"{"Device":"d","Amount":"0x1.8"}"#, #"{"Device":"d","Amount":"1_0"}"#,
        #"{"Device":"d","Amount":" "}"#, #"{"Device":"d","Amount":"Infinity"}"#, #"{"Device":"d","Amount":"1e999"}"#,
        #"{"Device":"d","Amount":"5 5"}"#, #"{"Device":"d","Amount":"nan"}"#, #"{"Device":"d","Amount":null}"#,
        #"{"Device":"d","Amount":true}"#, #"{"Device":"","Amount":1}"#, #"{"Device":1,"Amount":1}"#,
        #"{"Device":"a:b","Amount":1}"#, #"{"Device":"a\u0000b","Amount":1}"#, #""Device=a%00b&Amount=1""#,
        #"{"Device":null,"Amount":1}"#,
        #"{"Device":"d","Amount":1,"DeviceKey":"k"}"#, #"{"Device":"d","device":"e","Amount":1}"#,
        #""Device=d;Amount=1""#, #""Device=d,Amount=1""#, #""Device:d&Amount=1""#, #""Device=d&Amount=1&Amount=2""#,
        #""Device=d""#, #""""#, #""{""#, "null", "5", "true", "[]", #"[["Device"],["Amount"]]"#, "[1,2]",
        #"[{"Device":"d"},{"Device":"d"},{"Amount":1}]"#,
    ])
    func refusesTheRest(_ question: String) async { #expect(await isRefused(.getLocationHistory, body(question))) }
}
